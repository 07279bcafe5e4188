"""Personalised assistance in two stages: knowledge is told in some episodes and needed in others (Memento).

Offers the episodes, their runs, retrieval, figures and tables.
Imports agents, memories, and the rearrangement world.
"""
