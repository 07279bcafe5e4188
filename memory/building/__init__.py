"""From experiences to events, goals, days, weeks, months and years, while they happen.

Offers ``HistoryBuilder`` and groupers.
Imports the store and rules of wording.
"""
