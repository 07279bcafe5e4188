"""What an utterance says beside the deeds it asks for, and what becomes of what was understood of it.

Offers readers of asides, of references and of answers, and what takes errands into what has been understood.
Imports the state of an utterance, verbs, terms and words of requests, and vocabulary; nothing that acts.
"""
