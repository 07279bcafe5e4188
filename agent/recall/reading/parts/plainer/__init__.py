"""Sentences said in other words than the examples: with words left out, in other nouns and verbs, in another order.

Offers ``in_few_words`` (``other_words``) and ``with_subject`` (``left_unsaid``), of plain words in plain words.
Imports nothing of recall but the lists of small words.
"""
