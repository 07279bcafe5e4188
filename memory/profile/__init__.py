"""What is known of users: a graph of their knowledge, what it is about, and the patterns they keep (Memento).

Offers ``Knowledge``, the graph, finding and rewording, adding or updating, and ``ProfileBook`` in the memory file.
Imports the memory file and the words of English; the seams for extracting and resolving are in ``roles``.
"""
