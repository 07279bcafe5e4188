"""What every report shares: pages, shares with their intervals.

Offers helpers without an evaluation of their own.
Imports nothing of the other evaluations.
"""
