"""What somebody says into running work: what leads up to it, and which operation on the work it stands for.

Offers the remark without its lead-in, and readers of remarks that no other reader understands.
Imports words, changes and errands of requests, and vocabulary; nothing that acts.
"""
