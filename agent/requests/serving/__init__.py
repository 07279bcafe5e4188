"""What is asked for by the person who stands there: things brought to them, and where they are.

Offers readers of bringing, of where somebody is, and of where a thing belongs.
Imports nouns, clauses, dishes and errands of requests, and vocabulary; nothing that acts.
"""
