"""Where things are carried that are asked for: to whoever asked, or to where such things belong.

Offers handing over and stowing away.
Imports assignment, recipes, moves and terms of planning, belief and space; never the planner.
"""
