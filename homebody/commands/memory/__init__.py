"""``homebody memory …``.

Offers the group and its commands.
Imports memory and agents.
"""
