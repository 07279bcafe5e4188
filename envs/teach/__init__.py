"""The TEACh layer: tasks, goal-condition counting, game files, and recorded sessions.

Offers tasks and games.
Imports the simulator contract and, to rebuild rooms, the pocket engine.
"""
