"""Commands for those who work on the project: `python -m tools.NAME`.

`fuzz` and `faults` attack it, and with `--keep` what they saw is kept in `tools/results`; `trust`
makes `docs/trust.md` of that. `release` checks, builds and tries a release.
"""
