"""Changes of what is being done: which of its things they mean, and whether a word of them would be lost.

Offers readers of which things are chosen, and the weighing of a change by its words.
Imports amending, terms and words of requests, and vocabulary; nothing that acts.
"""
