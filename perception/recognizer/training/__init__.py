"""Training the action recogniser and measuring it.

Offers ``train`` and its report.
Imports the recogniser, which never imports it.
"""
