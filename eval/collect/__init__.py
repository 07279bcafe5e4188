"""Making data sets: frames, labels, sequences, cards, from rooms and games.

Offers ``collect`` and its plan.
Imports perception and agents that live in the rooms.
"""
