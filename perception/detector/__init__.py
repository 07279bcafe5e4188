"""Detectors: words and pictures in, boxes out; YOLO-World, its training, and the truth.

Offers ``Detector``, ``Detection`` and what makes them.
Imports text features; never scene graphs.
"""
