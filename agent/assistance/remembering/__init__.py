"""What the built-in assistant makes of what it remembers: what was told, what a request means by it, what to ask.

Offers ``BuiltinExtractor``, ``recollections`` and ``RequestPlanner``.
Imports the reading of requests and the memory of episodes and profiles; nothing that acts, but for its values.
"""
