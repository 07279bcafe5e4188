"""What a step hands out: metadata and frames as AI2-THOR has them.

Offers metadata and frames of an engine.
Imports the engine and the renderer; nothing in the engine imports it.
"""
