"""This process and the world: the terminal, signals, processes that share work.

Offers the one way to a terminal, stopping, workers.
Imports errors only.
"""
