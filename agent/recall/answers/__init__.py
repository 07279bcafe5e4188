"""One module per family of answers.

Offers functions from a question and a memory to an ``Answer``.
Imports understanding and lookup.
"""
