"""Question answering, on the published sets and on generated ones, scored strictly and by judges.

Offers runs, scores, tables.
Imports histories and agents.
"""
