"""TEACh: TfD, EDH and replays, by its own check.

Offers runs, figures, tables.
Imports agents and recorded games.
"""
