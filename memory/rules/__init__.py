"""What the user wants remembered and forgotten, learned from what they say.

Offers ``RuleBook`` and rule learners.
Imports the store.
"""
