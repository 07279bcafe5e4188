"""Commands as people give them, with what they mean, tried in generated homes and checked on what comes of them.

Offers rounds, runs and verdicts.
Imports agents and environments.
"""
