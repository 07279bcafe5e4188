"""TEACh's games: files, the recorded sessions in them, EDH instances, and games that we write.

Offers reading, writing, rebuilding of rooms, instances.
Imports tasks and, to rebuild a room, the pocket engine.
"""
