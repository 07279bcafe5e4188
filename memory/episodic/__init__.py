"""Episodes of assistance as they are remembered, and how those are found that help with a request (Memento).

Offers ``EpisodeMemory``, retrieval within a home, the splitting of requests, and the rows of the memory file.
Imports the words of English and the memory file; nothing that acts.
"""
