"""``python -m homebody``."""

from homebody.cli import main

main()
