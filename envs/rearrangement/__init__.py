"""Houses with rooms, furniture and objects, and personalised rearrangement in them, executed symbolically (Memento).

Offers ``read_houses``, ``read_episodes``, ``RearrangementWorld`` and the evaluator of goals.
Imports the error tree only.
"""
