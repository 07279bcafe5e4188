"""The built-in planner as an expert for the Gymnasium environments.

Offers ``Expert``.
Imports planning, body and the environments; never imported by them.
"""
