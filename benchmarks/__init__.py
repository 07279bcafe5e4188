"""What is measured by hand, each ``python -m benchmarks.NAME``."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""As the command line does (``homebody.cli``): what is measured is what people get."""
