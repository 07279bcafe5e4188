"""The commands, and the evaluations behind them."""

import homebody_packages

homebody_packages.check(__name__)
