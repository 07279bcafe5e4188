"""Under what circumstances something is asked for: on a condition, at a moment, after something else.

Offers the reading of a part of an utterance under its condition.
Imports clauses, terms and what is said beside deeds of requests, and planning; never the reader of whole utterances.
"""
