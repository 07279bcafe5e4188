"""AI2-THOR's actions as functions over an ``Engine``: moving, handling, switching, cutting, heating.

Offers the registry of actions; a module adds its own to it by being imported.
Imports the engine; never the controller or what is published.
"""
