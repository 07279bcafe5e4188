"""The Gymnasium environments: observations, actions, targets, episodes over any simulator.

Offers ``HouseholdEnv``, ``HouseholdObjectEnv``, ``PointingEnv`` and named splits of rooms.
Imports engines and TEACh tasks; nothing of agents.
"""
