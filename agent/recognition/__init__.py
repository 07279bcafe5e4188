"""Which task was asked for, or was done, from words and deeds.

Offers ``recognise`` and its evidence.
Imports task definitions and the vocabulary.
"""
