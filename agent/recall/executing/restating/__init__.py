"""Questions put otherwise before they are answered: by what was to be done to every one, by what was interrupted.

Offers ``of_every_one`` (``universals``), ``as_interrupted`` (``interruptions``), ``not_finished``,
``supposed_otherwise`` and ``as_it_was_called`` (``supposed``), ``by_number`` and ``once_there`` (``which_place``).
Imports the algebra, ``posed``, the finders of tasks and of places; ``dispatch`` asks both.
"""
