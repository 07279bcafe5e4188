"""The rearrangement world as a world of the executive: several requests, one interrupting the other, each with its log.

Offers ``robot.AssistanceRobot``, its agenda, its worker (any assistant, skill by skill) and a coordinator by a model.
Imports the assistants, the mind, and the handover that lets a function wait in its middle.
"""
