"""The choice between the solvers."""

import sys

import pytest

from heckmeck.games import get_dice_game
from heckmeck.solve import any_solver
from heckmeck.solve.plain_solver import PlainSolver


@pytest.mark.parametrize("missing", ["numpy", "numpy.typing"])
def test_without_numpy_the_plain_solver_is_used(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    fail_to_import(monkeypatch, missing)
    assert isinstance(any_solver._solver.__wrapped__(get_dice_game("barbecue"), True), PlainSolver)


def test_a_page_has_neither_numpy_nor_the_fast_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setitem(sys.modules, "heckmeck.solve.solver", None)
    assert isinstance(any_solver._solver.__wrapped__(get_dice_game("barbecue"), True), PlainSolver)


@pytest.mark.parametrize("missing", ["heckmeck.solve.kernel", "numpylike"])
def test_another_module_that_is_missing_is_an_error(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    fail_to_import(monkeypatch, missing)
    with pytest.raises(ModuleNotFoundError):
        any_solver._solver.__wrapped__(get_dice_game("barbecue"), True)


def fail_to_import(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    """Let the import of the fast solver fail, because a module is missing."""

    class Broken:
        def __getattr__(self, name: str) -> None:
            raise ModuleNotFoundError(f"No module named {missing!r}", name=missing)

    monkeypatch.setitem(sys.modules, "heckmeck.solve.solver", Broken())
