"""Files from outside and files of ours: read bounded, written whole, nothing left behind.

Offers readers of bytes, JSON, YAML, dates, archives, and writers.
Imports errors only.
"""
