"""Forgetting: what is answered and what is kept over time, by recipe.

Offers the experiment, its curve and tables.
Imports histories and recall.
"""
