"""Options of games and lists of names."""

from pathlib import Path

import pytest

from heckmeck.cli.options import bot_name, parse_options, split_names
from heckmeck.games import BadSetup


def test_values_are_ranges_json_files_or_plain_text() -> None:
    Path("worms.json").write_text('{"23": 1}')
    texts = ["portions=21-28", "zeros=2", "flag=true", "name=next", "worms=@worms.json", "odd=1-x"]
    assert parse_options(texts) == {
        "portions": [21, 28], "zeros": 2, "flag": True, "name": "next", "worms": {"23": 1}, "odd": "1-x",
    }  # fmt: skip


@pytest.mark.parametrize(("text", "words"), [("snails", "NAME=VALUE"), ("=3", "NAME=VALUE"), ("first=1", "--first")])
def test_an_invalid_option_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadSetup, match=words):
        parse_options([text])


def test_names_are_separated_by_commas() -> None:
    assert split_names("Ann, bot:random") == ["Ann", "bot:random"]
    assert bot_name("bot:random") == bot_name("random") == "random"
