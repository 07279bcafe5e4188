"""Calls that arrange a room and its cameras rather than act in it: posing, spawning, setting states.

Offers actions for the registry.
Imports actions and the engine.
"""
