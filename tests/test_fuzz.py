"""Each target of tests/fuzz on the same inputs on every run; `make fuzz` goes on from there."""

from itertools import islice

import pytest
from fuzz.run import TARGETS, inputs, target_of

INPUTS = 150


@pytest.mark.parametrize("name", TARGETS)
def test_any_input_gives_a_result_or_a_clear_error(name):
    target = target_of(name)
    for data in islice(inputs(seed=2026), INPUTS):
        target(data)
