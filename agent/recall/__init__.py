"""Answering questions about the past.

Offers ``Recall``, ``Answer`` and ``AnsweredQuestion`` (in ``asking``, ``answer`` and ``exchange``).
Inside, imports run from understanding and algebra to reading, executing and voice, and from those to conversation.
"""
