"""The right to be forgotten: every trace of what words name leaves the memory.

Offers ``erase_about``.
Imports the store and reading.
"""
