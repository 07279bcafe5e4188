"""An OpenAI-compatible endpoint: its address, one exchange with it, bounded in time and bytes, keys never shown.

Offers the client, retries, the circuit breaker.
Imports errors and the seam ``ChatModel``.
"""
