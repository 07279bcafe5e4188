"""What a run did, line by line, so that one that was cut off takes the same course again.

Offers ``Trail`` and its reading.
Imports the body and the memory; the household and runs go on from it.
"""
