"""Reading states (open, on, dirty, …) from the pixels of a box, and training what reads them.

Offers ``PixelStateReader`` and its training.
Imports detections and true scene graphs.
"""
