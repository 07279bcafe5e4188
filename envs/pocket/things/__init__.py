"""What a thing is, apart from where it is: records, traits, links, looks, turning.

Offers values and pure functions.
Imports object types only.
"""
