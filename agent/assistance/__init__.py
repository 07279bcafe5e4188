"""Assistance that remembers its user: requests to rearrange things in a house, read, grounded and carried out.

Offers the built-in assistant and one by a language model, with or without episodes and a profile of the user.
Imports the rearrangement world, the memory of episodes and profiles, and language models.
"""
