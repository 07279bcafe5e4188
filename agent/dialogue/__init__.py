"""Talking with the robot about its past and its rules.

Offers ``Dialogue`` and the terminal around it.
Imports recall, requests and memory.
"""
