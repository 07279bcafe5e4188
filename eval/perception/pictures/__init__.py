"""Folders of labelled pictures, of whatever origin: reading three formats of labels, judging detections, drawing them.

Offers reading, judging, drawing.
Imports perception.
"""
