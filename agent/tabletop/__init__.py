"""Two minds: a coordinator that acts, a worker that remembers; see ``docs/minds.md``.

Offers the executive of the published tabletop suite.
Imports language models and the task log of the memory.
"""
