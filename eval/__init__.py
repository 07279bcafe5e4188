"""The published evaluations, their runs and tables, and the result files that every figure comes from."""

import homebody_packages

homebody_packages.check(__name__)
