"""From a sentence to a question: phrases, kinds, times, dates.

Offers ``Question`` and its readers.
Imports the vocabulary; never looks into a memory for answers.
"""
