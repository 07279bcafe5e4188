"""The memory file: SQLite, its schema, and everything that is a row of it.

Offers ``Store`` and functions over it.
Imports the values of memory, its file, and what tells whether that is sound; nothing here decides what is kept.
"""
