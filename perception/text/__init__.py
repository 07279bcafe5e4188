"""A small text encoder (MiniLM in ONNX), for class names, search and relevance.

Offers ``Encoder`` and the session it runs in.
Imports nothing of homebody but errors and extras.
"""
