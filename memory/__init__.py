"""What the agent lived through, kept in one SQLite file: experiences, scenes, events and goals."""
