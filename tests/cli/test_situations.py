"""Turns that are described by options."""

import pytest

from heckmeck.cli.situations import SITUATIONS, described_view, grill_portions, parse_spots, portions, written_view
from heckmeck.games import GAMES, BadSetup, RollAndKeep
from heckmeck.games.barbecue import Spot

NOTHING: dict[str, object] = {"grill": None, "stack": "", "tops": "", "spots": "", "pool": None}
BEFORE: dict[str, object] = {"kept": "", "rolled": "", "options": {}}


def test_every_dice_game_of_ours_can_be_described() -> None:
    assert set(SITUATIONS) == {name for name, game in GAMES.items() if isinstance(game, RollAndKeep)}
    for name in SITUATIONS:
        view = described_view(name, NOTHING, BEFORE)
        assert view.game == name
        assert set(written_view(view)) == set(SITUATIONS[name].options)


def test_an_option_of_another_game_is_refused() -> None:
    with pytest.raises(BadSetup, match="--spots does not apply to Heckmeck am Bratwurmeck"):
        described_view("bratwurmeck", NOTHING | {"spots": "23=me"}, BEFORE)
    with pytest.raises(BadSetup, match="give a position instead"):
        described_view("karteneck", NOTHING, BEFORE)


def test_portions_are_lists_and_ranges() -> None:
    assert portions("21-23, 30") == [21, 22, 23, 30]
    assert portions(" ") == []
    assert grill_portions("21-24", won=[22]) == [21, 23, 24]
    assert grill_portions("22", won=[22]) == [22], "the check of the situation refuses it"


def test_spots_are_written_as_they_are_read() -> None:
    text = "23=me,24=2me,30=other,35=snail,36=2other"
    assert parse_spots(text)[36] == Spot(1, 2)
    written = written_view(described_view("barbecue", NOTHING | {"spots": text}, BEFORE))
    assert written["spots"] == dict(part.split("=") for part in text.split(","))
