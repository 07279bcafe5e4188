"""The file of a memory as such: schema, one writer, opening, leaving nothing behind.

Offers connections that are locked, bounded and whole.
Imports errors and files of ``envs``; knows rows only by the schema.
"""
