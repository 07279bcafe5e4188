"""How well detectors, scene graphs and recognisers see, and what that costs in answers.

Offers runs, scores, tables.
Imports perception, collecting and recall.
"""
