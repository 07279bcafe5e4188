"""``homebody eval …``.

Offers the group and its commands.
Imports evaluations.
"""
