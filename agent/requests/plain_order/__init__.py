"""Requests whose parts stand in another order than usual, or in sentences of their own, put in the usual one.

Offers functions from a tidied utterance to the same in usual order. Imports the words of requests and vocabulary;
nothing that reads whole requests.
"""
