"""Times in requests: "every morning at 8", "in ten minutes", "twice"; and words about what is planned.

Offers readers of times, of requests with times, and of what is said about plans.
Imports clauses, errands, control and instructions of requests; never the reader of whole utterances.
"""
