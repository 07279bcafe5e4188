"""Interruption: the published tabletop suite and the household one.

Offers runs, homes, tables.
Imports agents.
"""
