"""The page on environments says what the encodings and environments are."""

import re
from dataclasses import fields

import pytest

from heckmeck.games import GAMES
from heckmeck.rl.encoding import encoding_for
from helpers.doc_pages import ROOT

PAGE = (ROOT / "docs/environments.md").read_text("utf-8")


def section(name: str) -> str:
    _, _, rest = PAGE.partition(f"\n## {name.title()}\n")
    return rest.partition("\n## ")[0]


@pytest.mark.parametrize("name", GAMES)
def test_sizes_and_players(name: str) -> None:
    game = GAMES[name]
    fixed, by_seat = map(int, re.findall(r"(\d+) \+ (\d+) × players numbers", section(name))[0])
    for seats in game.seats:
        assert encoding_for(game.setup(seats=seats)).size == fixed + by_seat * seats
    encoding = encoding_for(game.setup(seats=2))
    assert f": {encoding.size} for two players" in section(name)
    assert f"`Discrete({len(encoding.actions)})`" in section(name)
    assert f"| players | {game.seats[0]} to {game.seats[-1]} |" in section(name)


@pytest.mark.parametrize("name", GAMES)
def test_fields_options_and_ids(name: str) -> None:
    game = GAMES[name]
    encoding = encoding_for(game.setup(seats=2))
    rows = re.findall(r"^\| (`.*?) \|", section(name), re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(rows)) == [field.name for field in encoding.fields]
    (options,) = re.findall(r"^\| options \| (.*) \|", section(name), re.MULTILINE)
    known = [field.name for field in fields(game.setup_type) if field.init and field.name != "seats"]
    assert sorted(re.findall(r"`(\w+)`", options)) == sorted(known)
    (actions,) = re.findall(r"\*\*Actions\*\*: (.*?)\n\n", section(name), re.DOTALL)
    for first, written in re.findall(r"(\d+)(?: to \d+)? `([^`…]+)`", actions):
        assert encoding.name(int(first)) == written


def test_tokens() -> None:
    encoding = encoding_for(GAMES["karteneck"].setup(seats=2))
    assert "1 to 113 are actions (id + 1), 114 to\n143 the seat's own cards, 144 to 171 portions" in PAGE
    game = encoding.game
    assert encoding.tokens(game.parse("=draw 1 W25"), 0, 0) == (114, 143)
    assert encoding.tokens(game.parse("=grill 0 42"), None, 0) == (144, 171)
    assert encoding.tokens(game.parse("out"), 1, 0) == (1,)
