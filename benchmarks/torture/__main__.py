"""``python -m benchmarks.torture``."""

from __future__ import annotations

import sys

from benchmarks.torture.building import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
