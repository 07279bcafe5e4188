"""TEACh's games: files, the recorded sessions in them, and games that we write.

Offers reading, writing, rebuilding of rooms.
Imports tasks and, to rebuild a room, the pocket engine.
"""
