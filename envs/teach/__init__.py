"""The TEACh layer: tasks, goal-condition counting, game files, benchmark instances and metrics.

Offers tasks and games.
Imports the simulator contract and, to rebuild rooms, the pocket engine.
"""
