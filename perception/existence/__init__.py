"""Whether what a detector seems to have found is there: how often it was found, and what homes usually have.

Offers ``Existence``, ``ThingEvidence``, ``HomeCounts``.
Imports only data files.
"""
