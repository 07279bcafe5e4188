"""One mind for any number of open tasks: it listens, decides what is next, has it done, and remembers.

Offers the executive, its coordinator and worker, the memories of tasks, and ``TaskWorld``, what it acts in.
Imports language, trail and memory; no world: the household, the tabletop and assistance import it.
"""
