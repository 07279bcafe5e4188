"""The coordinator of a home that decides in a conversation, what it gets to see, and the skills it may name.

Offers ``HomeCoordinator``, ``HomeView`` and the skills by name.
Imports the agenda and status of the household, the mind, planning, and prompts; never the robot itself.
"""
