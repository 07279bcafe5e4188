"""How sure a detector may be of a find, told by all that it found in the same picture.

Offers ``Finds``, ``Rescorer`` and its training.
Imports arrays and data files.
"""
