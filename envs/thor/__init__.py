"""AI2-THOR's own controller as a simulator: client, call parameters, metadata, putting a recorded room back.

Offers ``ThorSimulator``; imported only when the engine ``unity`` is asked for.
Imports recorded games and the contract; never the pocket engine.
"""
