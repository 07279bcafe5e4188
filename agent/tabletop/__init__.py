"""The tabletop: a coordinator that acts, a worker that remembers; see ``docs/executive.md``.

Offers the executive of the published tabletop suite.
Imports language models and the task log of the memory.
"""
