"""What people look at while and after: the run, the days, films, lists, tables.

Offers functions that draw or print.
Imports no command.
"""
