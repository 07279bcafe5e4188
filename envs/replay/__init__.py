"""Recorded games played again in a simulator, and how far what happens is what was recorded.

Offers ``replay`` of one game and the reports over many.
Imports engines and recorded games.
"""
