"""Household tasks as people give them: in free words, several at a time, changed, put off, taken back, interrupted.

Offers ``Household`` and its session, agenda and status.
Imports requests, planning, body and belief; never a language model itself: what thinks is given to it.
"""
