"""Forgetting: lifetimes that end, relevance, budget, and taking it back.

Offers ``Forgetter``, relevance estimators, undo.
Imports the store and what builds the tree.
"""
