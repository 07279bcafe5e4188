"""Rows that others read and change, each kind in its module, so that no SQL leaves the store.

Offers functions over a ``Store``: nodes, items, summaries, expiry, what was forgotten, rules, calls, erasing.
Imports the store and the values of memory; what is worth keeping is decided by whoever calls.
"""
