"""What is done for one task of a household at a time, and what is remembered of it.

``workplace`` takes tasks up and leaves them, ``notebook`` writes down deeds and tells how a task stands, ``moved`` says
how things were before, ``changing`` has tasks be about something else. It imports work, status, cleanup and agenda;
only ``agent.household.robot`` and its replies use it.
"""
