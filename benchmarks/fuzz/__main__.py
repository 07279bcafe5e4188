"""``python -m benchmarks.fuzz``: damaged input for every door, and which of it made a traceback or took too long."""

from __future__ import annotations

import argparse
import json
import sys

from benchmarks.fuzz.rows import ROWS
from benchmarks.torture.outcome import attempted

COUNT = 100


def main() -> int:
    """Try every row; the exit code is 1 when anything did not hold."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="+", choices=ROWS, default=tuple(ROWS), help="which rows")
    parser.add_argument("--count", type=int, default=COUNT, help="attempts in each")
    parser.add_argument("--first", type=int, default=0, help="number of the first attempt")
    parser.add_argument("--seed", type=int, default=0, help="of what is drawn")
    given = parser.parse_args()
    cases = range(given.first, given.first + given.count)
    outcomes = (attempted(name, given.seed, cases, ROWS[name]) for name in given.only)
    failed = 0
    for outcome in outcomes:
        failed += outcome.tried - outcome.held
        print(json.dumps(outcome.as_dict()), flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
