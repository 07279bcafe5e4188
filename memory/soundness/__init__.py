"""Whether a memory is sound, and what can be saved of one that is not.

Offers ``check`` and ``repair``.
Imports everything of the memory that it looks at; nothing imports it but commands.
"""
