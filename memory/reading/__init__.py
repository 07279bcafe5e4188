"""Looking into a memory: views, the tree as people see it, sights, the episodes of a life.

Offers ``View``, ``TreeView``, outlines.
Imports the store; changes nothing in it.
"""
