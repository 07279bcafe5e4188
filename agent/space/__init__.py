"""Where it can stand, what it can see and reach from there, how to get there.

Offers free floor, paths, sight lines.
Imports belief and compiled geometry.
"""
