"""Figures that cannot go stale: result files, what they depend on, and the tables of the docs that are made from them.

A command keeps its figures in ``docs/results/NAME.json`` (``Keeper``). ``homebody results --write`` makes the tables of
the README and of the docs from these files and marks what was measured with older code; see ``docs/figures.md``.

Offers ``Keeper``, the catalog, the pages and their guard.
Imports nothing of the evaluations whose figures it keeps.
"""
