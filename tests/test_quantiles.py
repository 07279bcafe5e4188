"""Quantiles of places are numpy's."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perception.quantiles import median, quantiles


@given(st.integers(1, 120), st.sampled_from([(), (3,)]), st.integers(0, 3), st.integers(0, 2**32 - 1))
def test_quantiles_are_those_of_numpy(count: int, rest: tuple[int, ...], digits: int, seed: int) -> None:
    values = np.random.default_rng(seed).normal(size=(count, *rest)).round(digits)  # many are the same
    before = values.copy()
    assert quantiles(values, (0.02, 0.5, 0.98)) == pytest.approx(np.percentile(values, (2, 50, 98), axis=0))
    assert median(values) == pytest.approx(np.median(values, axis=0))
    assert np.array_equal(values, before)
