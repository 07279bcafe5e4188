"""A sentence taken apart: politeness gone, times, noun phrases, verb phrases and clauses as slots.

Offers ``sentence``, ``Chunker`` and the lists of small words.
Imports the vocabulary and the readers of times; never looks into a memory or at examples.
"""
