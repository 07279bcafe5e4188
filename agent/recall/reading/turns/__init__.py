"""Turns of a conversation that lean on the question before, or on its answer.

Offers ``anchor`` (what "it" and "that" stand for) and ``Replacement`` (the question before, of something else).
Imports the pieces of a sentence and the selections made of them; never the examples, nor the reader that uses it.
"""
