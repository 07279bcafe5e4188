"""Words that tell which thing is meant, where, or how, although nobody knows them; and ways of being somewhere.

Offers ``tells_something``, ``is_kind_of_its_own`` and ``without_ways_of_being``.
Imports the words of requests and vocabulary; nothing that reads whole requests.
"""
