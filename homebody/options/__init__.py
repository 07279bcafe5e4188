"""Command-line options, each defined once.

Offers types of options and their defaults.
Imports no command.
"""
