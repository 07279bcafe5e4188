"""What a request says beside its deed: which things, on what condition, without what; and whether all was understood.

Offers readers of modifiers, constraints and conditions, and the account of every word.
Imports nouns, clauses, dishes and errands of requests, and planning; never the reader of whole utterances.
"""
