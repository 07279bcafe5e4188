"""The one voice: findings as an answer in plain English.

Offers ``speaking.worded`` and ``speaking.spoken``. ``phrases`` holds what all answers share.
Imports the algebra, the phrases of ``agent.recall.answer`` and the words of things, deeds and times; looks nothing up.
"""
