"""Questions put otherwise before they are answered: by what was to be done to every one, by what was interrupted.

Offers ``of_every_one`` (``universals``), ``as_interrupted`` (``interruptions``), ``not_finished``,
``supposed_otherwise`` and ``as_it_was_called`` (``supposed``).
Imports the algebra, ``posed``, the finders of tasks and of places; ``dispatch`` asks both.
"""
