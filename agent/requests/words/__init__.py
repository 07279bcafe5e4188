"""The words of requests: sentences and clauses, what things are called, ways of asking and wishing.

Offers clauses, named things, relations between them, idioms as the plain request they mean, and wishes as requests.
Imports planning's terms and the vocabulary; never errands or the readers of whole requests.
"""
