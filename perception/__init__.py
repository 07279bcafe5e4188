"""From what the simulator shows to scene graphs."""

import homebody_packages

homebody_packages.check(__name__)
