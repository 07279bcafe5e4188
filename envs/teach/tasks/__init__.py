"""TEACh's task definitions and how they are checked, on any state of a room.

Offers definitions, conditions, progress, scores.
Imports object types only.
"""
