"""The commands. Each imports what it needs when it runs, so that ``--help`` is quick.

Offers one function per command.
Imports options and views; commands do not import each other, but for their groups.
"""
