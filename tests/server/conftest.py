"""Everything that the tests of a module open is closed at its end."""

import gc
import warnings
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True, scope="module")
def nothing_is_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Collect garbage after each module: a connection that was left open fails here, and not in another module."""
    yield
    with warnings.catch_warnings():
        if request.session.testsfailed:  # a failed test could not close everything
            warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
