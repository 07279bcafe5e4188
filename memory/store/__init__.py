"""The memory file: SQLite, its schema, and everything that is a row of it.

Offers ``Store`` and functions over it.
Imports the values of memory only; nothing here decides what is kept.
"""
