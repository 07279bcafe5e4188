"""Data only: object types, tasks, scenes, prompts, question grammar. No code."""

import homebody_packages

homebody_packages.check(__name__)
