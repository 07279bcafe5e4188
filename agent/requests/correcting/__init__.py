"""What puts right what was said before of the work at hand.

Offers the reader of what was meant in place of what was said.
Imports changes, revising and words of requests; nothing that acts.
"""
