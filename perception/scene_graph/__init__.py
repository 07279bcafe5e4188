"""Scene graphs: which objects are in view, in which state, how they relate, and how they are made.

Offers ``SceneGraph`` and its sources: truth, pixels, recorded games.
Imports detections; never the recogniser.
"""
