"""Data only: object types, tasks, scenes, prompts, question grammar. No code."""
