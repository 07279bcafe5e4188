"""Whose things are and what people are used to: told in talk, kept in their profile, and meant by "my mug".

Offers ``PersonalTalk``, which hears every utterance before it is read as a request, and the seam to the profiles.
Imports the reading of requests and the profiles in the memory.
"""
