"""The algebra of questions: what can be asked of the memory, whatever words it is asked in.

Offers ``MemoryQuery`` (``query``), ``Selection`` and its filters (``selection``), ``Findings`` (``findings``).
Imports nothing of recall: readers make queries, the executor answers them, the voice words the result.
"""
