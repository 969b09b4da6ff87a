"""The pages on environments say what the encodings and environments are."""

import re
from dataclasses import MISSING, fields
from importlib import import_module
from itertools import accumulate
from math import prod

import gymnasium
import pettingzoo
import pyspiel
import pytest

import heckmeck.rl.openspiel
from heckmeck.games import GAMES, AnyGame
from heckmeck.rl.encoding import encoding_for
from heckmeck.rl.episode import MAX_TURNS
from helpers.doc_pages import ROOT

SECTIONS = ["Rules in brief", "Observation", "Action", "Reward", "End", "Options", "Versions"]
COMMON = (ROOT / "docs/environments.md").read_text("utf-8")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


@pytest.fixture
def page(game: AnyGame) -> str:
    return (ROOT / f"docs/environments/{game.name}.md").read_text("utf-8")


def section(page: str, title: str) -> str:
    _, _, rest = page.partition(f"\n## {title}\n")
    return rest.partition("\n## ")[0]


def rows(text: str) -> list[list[str]]:
    """The rows of the tables in a text, without the titles."""
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines() if line.startswith("| ")]
    return [row for row in cells if row[0] not in ("", "field", "ids", "option")]


def specification(page: str) -> dict[str, str]:
    return dict(rows(page.partition("\n## ")[0]))


def test_every_page_has_the_usual_form(game: AnyGame, page: str) -> None:
    assert page.startswith(f"# {game.name.title()}\n")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == SECTIONS


def test_the_environments_are_found_by_their_names(game: AnyGame, page: str) -> None:
    said = specification(page)
    module, name = re.findall(r'heckmeck.rl import (\w+)`.*pettingzoo.make\("aec", "(.*?)"\)', said["PettingZoo"])[0]
    assert import_module(f"heckmeck.rl.{module}").raw_env.game.name == game.name
    players = range(game.seats[-1])
    env = pettingzoo.make("aec", name, num_players=len(players))
    assert env.possible_agents == [f"player_{seat}" for seat in players]
    assert said["agents"] == f"`player_0` to `player_{players[-1]}`"
    (name,) = re.findall(r'gymnasium.make\("(.*?)"\)', said["Gymnasium"])
    assert gymnasium.make(name).unwrapped.game.name == game.name  # type: ignore[attr-defined]
    (name,) = re.findall(r'load_game\("(.*?)"\)', said["OpenSpiel"])
    assert isinstance(pyspiel.load_game(name), heckmeck.rl.openspiel.SpielGame)


def test_sizes_and_players(game: AnyGame, page: str) -> None:
    said = specification(page)
    fixed, by_seat = map(int, re.findall(r"(\d+) \+ (\d+) × players numbers", said["observation"])[0])
    for seats in game.seats:
        assert encoding_for(game.setup(seats=seats)).size == fixed + by_seat * seats
    encoding = encoding_for(game.setup(seats=2))
    assert f"`{encoding.dtype}`: {encoding.size} for two players" in said["observation"]
    assert said["actions"] == f"`Discrete({len(encoding.actions)})`"
    assert said["players"] == f"{game.seats[0]} to {game.seats[-1]}"
    assert said["version of the encoding"] == str(encoding.version)
    title = f"[{game.name.title()}](environments/{game.name}.md)"
    row = [title, said["players"], str(len(encoding.actions)), f"{encoding.size} numbers", said["information"]]
    assert row in rows(section(COMMON, "The games"))


def test_the_observation_has_these_fields_at_these_places(game: AnyGame, page: str) -> None:
    said = rows(section(page, "Observation"))
    encoding = encoding_for(game.setup(seats=2))
    first = accumulate((field.size for field in encoding.fields), initial=0)
    expected = [
        [f"`{field.name}`", str(start), f"0 to {field.highest}"]
        for field, start in zip(encoding.fields, first, strict=False)
    ]
    assert [[row[0], row[1], row[3]] for row in said] == expected
    for seats in game.seats:
        for row, field in zip(said, encoding_for(game.setup(seats=seats)).fields, strict=True):
            shape = row[2].replace("players", str(seats)).split(" × ")
            assert prod(map(int, shape)) == field.size, field.name
            assert field.shape == tuple(map(int, shape))


def test_every_action_is_listed_and_the_named_ones_are_right(game: AnyGame, page: str) -> None:
    names = encoding_for(game.setup(seats=2)).actions
    listed: list[int] = []
    for ids, text in rows(section(page, "Action")):
        first, _, last = ids.partition(" to ")
        span = range(int(first), int(last or first) + 1)
        listed += span
        shown = re.findall(r"`([^`]+)`", text)
        assert names.index(shown[0]) == span[0]
        assert all(names.index(name) in span for name in shown)
    assert listed == list(range(len(names)))


def test_options_have_these_defaults(game: AnyGame, page: str) -> None:
    known = {
        field.name: field.default for field in fields(game.setup_type) if field.init and field.default is not MISSING
    }
    said = {name.strip("`"): value.strip("`") for name, value, _ in rows(section(page, "Options"))}
    assert said == {name: str(value).replace("any", '"any"') for name, value in known.items()}


def test_every_reason_for_an_end_is_named(game: AnyGame, page: str) -> None:
    assert set(re.findall(r"\(`(\w+)`\)", section(page, "End"))) == set(game.reasons)
    assert f"`max_turns` turns, {MAX_TURNS} by default" in section(page, "End").replace("\n", " ")


def test_tokens() -> None:
    page = (ROOT / "docs/environments/karteneck.md").read_text("utf-8")
    encoding = encoding_for(GAMES["karteneck"].setup(seats=2))
    assert "1 to 113 are actions (id + 1), 114 to\n143 the seat's own cards, 144 to 171 portions" in page
    game = encoding.game
    assert encoding.tokens(game.parse("=draw 1 W25"), 0, 0) == (114, 143)
    assert encoding.tokens(game.parse("=grill 0 42"), None, 0) == (144, 171)
    assert encoding.tokens(game.parse("out"), 1, 0) == (1,)
