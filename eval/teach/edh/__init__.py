"""What only EDH needs: segments, looking ahead at what is left to do, comparing instances.

Offers segments and the look-ahead.
Imports recognition and planning; nothing outside ``eval/teach`` imports it but its benchmark.
"""
