"""One run of the robot, and many days of runs.

Offers ``do_chore``, days, choice of tasks.
Imports everything else of the agent.
"""
