"""Settings for all tests."""

import sys
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

# The same examples every time: a test that fails has been broken, not unlucky.
settings.register_profile("heckmeck", deadline=None, max_examples=100, derandomize=True, database=None)
settings.load_profile("heckmeck")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the golden playthroughs and pictures anew")
