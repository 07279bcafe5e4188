"""``homebody train …``.

Offers the group and its commands.
Imports perception and its evaluation.
"""
