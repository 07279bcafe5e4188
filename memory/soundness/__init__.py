"""Whether a memory file is sound.

Offers ``checking.examine`` and what it goes by: what may stand in each table and cell.
Imports the file and values of memory only, as every store explains by it what it cannot read.
"""
