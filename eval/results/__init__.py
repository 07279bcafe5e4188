"""Figures that cannot go stale: result files, what they depend on, and the tables of the docs that are made from them.

A command keeps its figures in ``docs/results/NAME.json`` (``ResultKeeper``). ``homebody results --write`` makes the
tables of the README and of the docs from these files, and marks what was measured with older code
(``docs/figures.md``).

Offers ``ResultKeeper``, the catalog and the pages.
Imports nothing of the evaluations whose figures it keeps.
"""
