"""The TEACh layer: tasks, goal-condition counting, game files, benchmark instances and metrics."""
