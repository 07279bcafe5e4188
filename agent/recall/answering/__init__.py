"""Answers that no reading of the whole question gives: what was told that has its words, what became of a task.

Offers ``FactAnswerer`` (``from_facts``), ``TaskAnswerer`` and ``knows_task`` (``from_tasks``).
Imports all that executes, tells and doubts; ``reading_answers`` and ``conversation`` ask them.
"""
