"""Finding in a memory what a question is about.

Offers occurrences, runs of tasks, their steps.
Imports understanding and the memory.
"""
