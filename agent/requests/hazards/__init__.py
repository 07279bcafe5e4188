"""Dangerous requests: refused with the reason, or asked about once.

Offers the dangers in the words of an utterance and in errands, and what is left of an utterance without them.
Imports clauses, errands and instructions of requests, and the vocabulary; never the readers that call it.
"""
