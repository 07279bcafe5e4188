"""What things are made of, coarsely: the blocks by which the engine judges what is seen and what hides what.

Blocks stand for the shapes that ``envs.pocket.render`` draws: a table is its board, apron and legs, a bin four walls
and a floor, an open cupboard a case and a door. They cost next to nothing, so metadata needs no picture.

Offers ``RoomBodies``.
Imports the looks and shapes that ``render`` draws, and the world; never the engine.
"""

from envs.pocket.bodies.room import RoomBodies
from envs.pocket.bodies.table import blocks_of

__all__ = ["RoomBodies", "blocks_of"]
