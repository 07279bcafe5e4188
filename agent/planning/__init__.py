"""From wants to moves to steps: one episode until what is wanted is so.

Offers ``Planner``, ``pursue``, recipes.
Imports belief, space and body.
"""
