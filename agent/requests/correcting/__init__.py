"""What puts right what was said before of the work at hand, or forbids some of it.

Offers the readers of what was meant in place of what was said, and of what must not be done.
Imports changes, revising, terms and words of requests, and what else is said beside them; nothing that acts.
"""
