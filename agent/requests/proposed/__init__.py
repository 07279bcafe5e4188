"""What is said while a question stands open that proposes work, and is neither a plain yes nor a plain no.

Offers ``of_offer`` and what it tells a remark by that goes on from the proposal, and what keeps the question open.
Imports what changes errands, words that answer, and the order of what was understood; nothing that acts.
"""
