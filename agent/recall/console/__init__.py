"""Answers by a language model that writes code at a console over the memory.

Offers the console recall and its sandbox.
Imports language and recall; only used when a model is configured.
"""
