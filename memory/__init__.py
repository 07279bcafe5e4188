"""What the agent lived through, kept in one SQLite file: experiences, scenes, events and goals."""

import homebody_packages

homebody_packages.check(__name__)
