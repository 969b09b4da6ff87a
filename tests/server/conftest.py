"""Nothing that the tests of a module open outlives it."""

import gc
import warnings
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def nothing_is_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Collect garbage after each module: a connection that was left open fails here, and not in another module."""
    yield
    with warnings.catch_warnings():
        if request.session.testsfailed:  # what a failed test could not close is no news
            warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
