"""By which words people speak of work that was asked for.

Offers the words for what is done, of an errand and in what somebody says.
Imports errands, dishes and words of requests; nothing that reads whole requests.
"""
