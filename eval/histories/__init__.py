"""Histories to ask about: from recorded games, made games, files.

Offers memories and schedules.
Imports memory, perception and agents.
"""
