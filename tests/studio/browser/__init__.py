"""The page in a real browser: Playwright drives Debian's Chromium."""
