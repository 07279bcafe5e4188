"""The agent: what it believes, plans, does, says and recalls."""

import homebody_packages

homebody_packages.check(__name__)
