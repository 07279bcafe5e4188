"""What the agent holds to be so: things, their states and places, what is common sense.

Offers ``Belief``.
Imports scene graphs and object types; never plans or bodies.
"""
