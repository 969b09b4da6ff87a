"""The registry: games by name, ours and those of other packages, and packages that are broken."""

import sys
from collections.abc import Iterator
from importlib import metadata
from types import ModuleType
from typing import Any, ClassVar

import pytest

from heckmeck.games import GAMES, BadSetup, ChanceOutcome, Move, all_games, get, registry
from heckmeck.games.barbecue import Barbecue
from helpers.text_game import Toss, TossState, TossView


class Second(Barbecue):
    """Barbecue under another name."""

    name = "second"


class Impostor(Barbecue):
    """Claims the name of one of our games."""


class Untitled(Toss):
    """Lacks a title."""

    name = "third"
    title: ClassVar[Any] = None


class Mute(Toss):
    """Cannot read its own moves."""

    name = "third"

    def _parse(self, word: str, rest: list[str]) -> Move | ChanceOutcome | None:
        return None


class Blind(Toss):
    """Has no views."""

    name = "third"

    def _view(self, state: TossState, seat: int | None) -> TossView:
        raise NotImplementedError("no view")


def entries(**values: str) -> metadata.EntryPoints:
    return metadata.EntryPoints(metadata.EntryPoint(name, value, registry.GROUP) for name, value in values.items())


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Pretend that some packages are installed, by their entry points."""

    def pretend(**values: str) -> None:
        found = entries(**values)
        monkeypatch.setattr(metadata, "entry_points", lambda **wanted: found.select(**wanted))
        registry.forget_installed()

    yield pretend
    registry.forget_installed()


def here(name: str) -> str:
    return f"{__name__}:{name}"


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """An entry point imports this module by its name."""
    module = ModuleType(__name__)
    vars(module).update({kind.__name__: kind for kind in (Second, Impostor, Untitled, Mute, Blind)})
    vars(module)["nonsense"] = 3
    monkeypatch.setitem(sys.modules, __name__, module)


def test_ours_come_first(install: Any) -> None:
    install(second=here("Second"))
    assert list(all_games()) == [*GAMES, "second"]
    assert isinstance(get("second"), Second)
    assert get("second") is get("second")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("heckmeck.nowhere:Game", "No module named"),
        (here("Missing"), "Missing"),
        (here("nonsense"), "not a subclass of heckmeck.games.game.Game"),
        (here("Second"), "its entry point is called third, but its name is second"),
        (here("Untitled"), "its title is not a str"),
        (here("Mute"), "is not a move of Toss"),
        (here("Blind"), "no view"),
    ],
)
def test_a_broken_package_is_left_out_and_named_when_it_is_asked_for(
    install: Any, caplog: pytest.LogCaptureFixture, value: str, reason: str
) -> None:
    install(third=value)
    assert list(all_games()) == list(GAMES)
    assert "third" in caplog.text
    assert get("barbecue") is GAMES["barbecue"]
    with pytest.raises(BadSetup, match=reason) as caught:
        get("third")
    assert caught.value.code == "broken_game"


def test_a_broken_package_is_imported_once(install: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    install(third="heckmeck.nowhere:Game")
    assert "third" not in all_games()
    monkeypatch.setattr(registry, "_load", lambda entry: pytest.fail("it was loaded again"))
    for _ in range(2):
        with pytest.raises(BadSetup, match="No module named"):
            get("third")


def test_nobody_takes_the_name_of_a_game_of_ours(install: Any) -> None:
    install(barbecue=here("Impostor"))
    assert get("barbecue") is GAMES["barbecue"]
    assert all_games()["barbecue"] is GAMES["barbecue"]


def test_an_unknown_name_is_refused_with_those_that_there_are(install: Any) -> None:
    install(second=here("Second"))
    with pytest.raises(BadSetup, match="there are bratwurmeck, barbecue, karteneck, second"):
        get("chess")
    with pytest.raises(BadSetup):
        get(3)  # type: ignore[call-overload]  # whatever comes from outside


def test_a_dice_game_is_found_by_its_name_and_no_other_game_is_one() -> None:
    assert registry.get_dice_game("barbecue") is GAMES["barbecue"]
    with pytest.raises(BadSetup) as caught:
        registry.get_dice_game("karteneck")
    assert caught.value.code == "no_dice"
