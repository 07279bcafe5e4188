"""Memory written beside a life that goes on: queue, worker thread, quiet moments.

Offers ``LiveMemory`` for programs of your own, and ``opened``: the memory of a run, written beside it or at every step.
Imports building, reading and forgetting.
"""
