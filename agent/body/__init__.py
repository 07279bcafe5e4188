"""The body: skills that end in steps, the eyes that look, what a step came to.

Offers ``Body``, ``Skills``.
Imports belief and space.
"""
