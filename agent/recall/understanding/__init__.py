"""What needs no examples to be understood: plain words, times, dates, other languages.

Offers ``TimeReader`` and ``plain``.
Imports the vocabulary; never looks into a memory for answers.
"""
