"""What stands where: boxes, what holds what, where things may rest, what is open, what can be seen.

Offers ``World`` and the geometry over it.
Imports things; never a camera, an action or a picture.
"""
