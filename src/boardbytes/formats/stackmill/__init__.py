"""StackMill's 46-byte save of Nine Men's Morris."""
