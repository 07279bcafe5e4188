"""Finding in a memory what a question is about.

Offers occurrences, runs of tasks, classes with their pieces.
Imports understanding and the memory.
"""
