"""Which of two lots of things go together: detections and tracks, nodes and objects.

Offers ``assign``, pairs at the least total cost.
Imports nothing of homebody.
"""
