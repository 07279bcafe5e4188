"""Remarks that change the work without saying so: what it is for, who is counted, a better place, another deed.

Offers ``plainer`` and what it reads them with.
Imports words, nouns and what is already there to change errands.
"""
