"""The examples in the docstrings of the learners' modules."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize(
    "name", ["afterstates", "evaluation", "exact_game", "network", "options", "progress", "rollout"]
)
def test_the_examples_of_the_docstrings_hold(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0
