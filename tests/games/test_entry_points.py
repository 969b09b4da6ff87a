"""Entry points of other packages: what they lead to is checked, and errors name the package."""

from importlib.metadata import EntryPoint

import pytest

from heckmeck.games import BadSetup, Game
from heckmeck.games.bratwurmeck import Bratwurmeck
from heckmeck.games.entry_points import load_class, load_instance, package_of


def entry(value: str) -> EntryPoint:
    return EntryPoint("mine", value, "heckmeck.games")


def test_a_class_is_loaded() -> None:
    assert load_class(entry("heckmeck.games.bratwurmeck:Bratwurmeck"), Game, "game") is Bratwurmeck


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("heckmeck.games:CHANCE", "heckmeck.games:CHANCE is not a subclass of heckmeck.games.game.Game"),
        ("heckmeck.games:Move", "heckmeck.games:Move is not a subclass of heckmeck.games.game.Game"),
        ("no_such_package:Thing", "ModuleNotFoundError: No module named 'no_such_package'"),
    ],
)
def test_an_unsuitable_class_is_refused(value: str, why: str) -> None:
    with pytest.raises(BadSetup) as caught:
        load_class(entry(value), Game, "game")
    assert caught.value.code == "broken_game"
    assert str(caught.value) == f"The game 'mine' of another package cannot be used: {why}."


def test_an_instance_is_loaded_and_anything_else_refused() -> None:
    assert load_instance(entry("heckmeck.games.registry:GAMES"), dict, "turn table") is not None
    with pytest.raises(BadSetup) as caught:
        load_instance(entry("heckmeck.games.bratwurmeck:Bratwurmeck"), Game, "turn table")
    assert caught.value.code == "broken_turn_table"
    assert "is not an instance of heckmeck.games.game.Game" in str(caught.value)


def test_an_entry_point_by_itself_belongs_to_no_package() -> None:
    assert package_of(entry("x:y")) is None
