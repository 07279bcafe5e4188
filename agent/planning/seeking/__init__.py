"""What has to be looked for: whether all that is wanted is known, and where to look for what is not.

Offers ``lookout.Lookout``.
Imports assignment, recipes, search, excuses and terms of planning, and belief; never the planner.
"""
