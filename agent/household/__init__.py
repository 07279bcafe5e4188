"""Household tasks as people give them: in free words, several at a time, changed, put off, taken back, interrupted."""
