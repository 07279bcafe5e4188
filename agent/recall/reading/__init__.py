"""Readers: from English to ``MemoryQuery`` (``agent.recall.algebra``), interchangeable behind one seam (``reader``).

The built-in one (``by_example``) goes by examples, ``by_model`` asks a language model once. They import nothing that
answers: what they know of a memory is what things are called in it, and when something was lived.
"""
