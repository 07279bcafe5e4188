"""Answering questions about the past.

Offers ``Recall``, ``Answer`` (in ``asking`` and ``answer``).
Inside, imports run from understanding to lookup to answers to conversation.
"""
