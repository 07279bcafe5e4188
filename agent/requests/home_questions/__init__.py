"""Questions about the home as it is now: what is asked, what to look for, and the answer.

Offers ``home_question``, its errand of looking, and ``told``.
Imports nouns, modifiers and errands of requests, and the belief; never the memory.
"""
