"""``make torture``: everything that tries to harm a memory, its files or its users, and one table of what held."""
