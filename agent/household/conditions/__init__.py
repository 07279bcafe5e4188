"""Whether the conditions under which tasks were asked for hold.

Offers the check of a condition: looking round, and into containers, until it can be told.
Imports planning and what is believed; nothing of the household.
"""
