"""Memory written beside a life that goes on: queue, worker thread, quiet moments.

Offers ``LiveMemory``.
Imports building and forgetting.
"""
