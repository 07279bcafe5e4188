"""Words that tell which thing is meant, where, or how, although nobody knows them.

Offers ``tells_something`` and ``is_kind_of_its_own``.
Imports the words of requests and vocabulary; nothing that reads whole requests.
"""
