"""Questions put otherwise before they are answered: by what was to be done to every one, by what was interrupted.

Offers ``of_every_one`` (``universals``) and ``as_interrupted`` (``interruptions``).
Imports the algebra, ``posed``, the finders of tasks and of places; ``dispatch`` asks both.
"""
