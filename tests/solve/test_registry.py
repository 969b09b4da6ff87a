"""The registry of small games: ours by the name of the game, those of other packages by their entry points."""

from collections.abc import Mapping
from importlib import metadata

import pytest

from heckmeck.games import BadSetup, Setup, get
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.solve.bratwurmeck import SMALL_GAME
from heckmeck.solve.registry import GROUP, SmallGame, small_game
from heckmeck.solve.values import Codes, PositionTable


class Other(Bratwurmeck):
    name = "other"
    title = "Another Game"


class SmallOther(SmallGame[Setup]):
    def setup(self, options: Mapping[str, object]) -> Setup:
        raise NotImplementedError

    def options(self, setup: Setup) -> dict[str, object]:
        raise NotImplementedError

    def positions(self, setup: Setup, codes: Codes) -> PositionTable:
        raise NotImplementedError


def test_ours_is_found_by_the_name_of_its_game() -> None:
    assert small_game(get("bratwurmeck")) is SMALL_GAME


@pytest.mark.parametrize("name", ["barbecue", "karteneck"])
def test_a_game_that_nobody_solves_is_refused(name: str) -> None:
    with pytest.raises(BadSetup, match=f"{get(name).title} cannot be solved") as caught:
        small_game(get(name))
    assert caught.value.code == "not_solved"


def install(monkeypatch: pytest.MonkeyPatch, found: object) -> None:
    """Pretend that another package adds this, or fails with this error."""

    class Entry(metadata.EntryPoint):
        def load(self) -> object:
            if isinstance(found, Exception):
                raise found
            return found

    def entry_points(*, group: str, name: str) -> list[metadata.EntryPoint]:
        return [Entry(name, "nowhere", group)] if (group, name) == (GROUP, "other") else []

    monkeypatch.setattr(metadata, "entry_points", entry_points)


def test_one_of_another_package_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, found := SmallOther())
    assert small_game(Other()) is found


@pytest.mark.parametrize(
    ("found", "reason"),
    [
        (SmallOther, "nowhere is not an instance of heckmeck.solve.registry.SmallGame"),
        (None, "nowhere is not an instance"),
        (ImportError("no module named nowhere"), "ImportError: no module named nowhere"),
    ],
)
def test_a_broken_one_of_another_package_is_refused(
    found: object, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(monkeypatch, found)
    with pytest.raises(BadSetup, match=f"The small game 'other' of another package cannot be used: {reason}") as caught:
        small_game(Other())
    assert caught.value.code == "broken_small_game"
