"""The words of the household: types of objects, their names, English forms.

Offers the types with what each can do and the names people use for them.
Imports nothing of homebody but errors, so that every package may read it.
"""
