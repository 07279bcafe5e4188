"""What can be saved of a memory that is not sound.

Offers ``repairing.repair``.
Imports everything of the memory, what looks for damage too; nothing imports it but commands.
"""
