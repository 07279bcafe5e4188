"""What is done with food that is no dish of its own: it is cut, cooked, toasted, boiled.

Offers the readers of those verbs.
Imports dishes, errands, naming and the words of requests, and vocabulary; nothing that acts.
"""
