"""Positions as text: written, read back, and refused where something is wrong."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heckmeck.games import GAMES, AnyGame, BadNotation, GameError, from_position, get, view_from_position
from heckmeck.games.position import LONGEST_POSITION
from helpers.random_games import setups, states

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/records.md").read_text("utf-8")
EXAMPLES = re.findall(rf"^((?:{'|'.join(GAMES)}) seats=.*)$", PAGE, re.MULTILINE)


def random_states(game: AnyGame, most: int = 300) -> Iterator[Any]:
    """States of random games with all set-ups and numbers of seats."""
    for seats in game.seats:
        for number, setup in enumerate(setups(game, seats)):
            yield from states(game, game.start(setup), Random(number), most)


@every_game
def test_every_state_is_read_back_exactly(game: AnyGame) -> None:
    ended = 0
    for state in random_states(game):
        text = game.position(state)
        again = game.from_position(text)
        assert again == from_position(text) == state
        assert hash(again) == hash(state)
        assert game.legal_moves(again) == game.legal_moves(state)
        assert game.to_act(again) == game.to_act(state)
        ended += game.end(state) is not None
    assert ended > 5


@every_game
def test_every_view_is_read_back_exactly(game: AnyGame) -> None:
    for number, state in enumerate(random_states(game)):
        seats = game.setup_of(state).seats
        for seat in {None, number % seats, game.to_act(state)} & {None, *range(seats)}:
            view = game.view(state, seat)
            text = game.position(view)
            assert game.view_from_position(text) == view_from_position(text) == view


@every_game
def test_the_text_of_a_view_does_not_depend_on_what_is_hidden(game: AnyGame) -> None:
    source = Random(1)
    for state in random_states(game, most=60):
        for seat in (None, *range(game.setup_of(state).seats)):
            other = game.resample(state, seat, source)
            assert game.position(game.view(other, seat)) == game.position(game.view(state, seat))


def test_a_view_says_only_how_many_cards_the_others_have() -> None:
    game = get("karteneck")
    state = from_position(
        "karteneck seats=2 hands=225W3/1W4W12 layouts=-/44 out=- grill=18,30 stacks=-/- discard=- turn=0"
    )
    assert game.position(game.view(state, 0)).split()[2] == "hands=225W3/???"
    assert game.position(game.view(state, 1)).split()[2] == "hands=????/1W4W12"
    assert game.position(game.view(state, None)).split()[2] == "hands=????/???"


@every_game
def test_no_part_is_named_like_an_option(game: AnyGame) -> None:
    for state in random_states(game, most=60):
        names = [word.partition("=")[0] for word in game.position(state).split()[1:]]
        assert len(names) == len(set(names))


def test_the_longest_positions_are_far_from_the_limit() -> None:
    game = get("karteneck")
    worms = {0: 99, **dict.fromkeys(range(16, 43), 99)}
    setup = game.setup(seats=5, first=4, worms_by_portion=worms, zeros=3, removed=0)
    longest = max(len(game.position(state)) for state in states(game, game.start(setup), Random(1)))
    assert longest < 0.7 * LONGEST_POSITION


def examples() -> list[str]:
    return [*EXAMPLES, *(game.position(state) for game in GAMES.values() for state in random_states(game, most=25))]


def assert_read_or_refused(text: str) -> None:
    """A text that is read is written in the same way and can be played on; any other raises a short GameError."""
    for read in (from_position, view_from_position):
        try:
            found = read(text)
        except GameError as error:
            assert re.fullmatch("[a-z_]+", error.code)
            assert len(str(error)) < 100 + LONGEST_POSITION
        else:
            game = get(text.split()[0])
            assert game.position(found) == text
            if read is from_position:
                last = [*states(game, found, Random(text), most=3000)][-1]
                assert game.from_position(game.position(last)) == last


SIGNS = "0123456789WSs=-,:/? ?"


@given(st.sampled_from(examples()), st.data())
@settings(max_examples=1000)
def test_a_changed_position_is_read_or_refused(text: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        where = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 2))
        text = text[:where] + data.draw(st.text(SIGNS, max_size=2)) + text[where + cut :]
    assert_read_or_refused(text)


@given(st.sampled_from(examples()), st.sampled_from(examples()), st.data())
@settings(max_examples=500)
def test_positions_with_exchanged_parts_are_read_or_refused(text: str, other: str, data: st.DataObject) -> None:
    words, others = text.split(), other.split()
    words[data.draw(st.integers(0, len(words) - 1))] = data.draw(st.sampled_from(others))
    if data.draw(st.booleans()):
        words.append(data.draw(st.sampled_from([*others, "view=0", "view=-", "ended=pool_empty", "rolling=8"])))
    assert_read_or_refused(" ".join(words))


@given(st.text() | st.from_regex(r"(bratwurmeck|barbecue|karteneck)( [a-z_]+=[-0-9WS,:/?]*)*", fullmatch=True))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert_read_or_refused(text)


@pytest.mark.parametrize("text", [None, 5, b"bratwurmeck", [], {}, True])
def test_what_is_no_text_is_refused(text: Any) -> None:
    for read in (from_position, view_from_position, get("barbecue").from_position):
        with pytest.raises(BadNotation, match="not a text"):
            read(text)


def test_an_enormous_text_is_refused_at_once() -> None:
    with pytest.raises(BadNotation, match="more than 1000 characters"):
        from_position("bratwurmeck " + "seats=2 " * 10**6)


B = "bratwurmeck seats=2 grill=21-36 stacks=-/- "
Q = "barbecue seats=2 snails=2 "
K = "karteneck seats=2 "


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("", "unknown_game", "no game ''"),
        ("chess seats=2", "unknown_game", "no game 'chess'"),
        ("bratwurmeck", "bad_seats", "how many seats"),
        ("bratwurmeck seats=9", "bad_seats", "2 to 7 players"),
        ("bratwurmeck seats=2 seats=2", "bad_position", "'seats' is given twice"),
        ("bratwurmeck  seats=2", "bad_position", "words are separated by one space"),
        (" bratwurmeck seats=2", "bad_position", "words are separated by one space"),
        ("bratwurmeck seats=2 ", "bad_position", "words are separated by one space"),
        ("bratwurmeck seats=2 grill", "bad_position", "'grill' is not of the form name=value"),
        ("bratwurmeck seats=2 portions=36-21", "bad_option", "portions must be"),
        ("bratwurmeck seats=2 lower_portion=2", "bad_option", "any or next"),
        ("bratwurmeck seats=2 grill=21-36 turn=0 rolling=8", "bad_position", "stacks=... is missing"),
        ("bratwurmeck seats=2 grill=21-36 stacks=- turn=0 rolling=8", "bad_position", "1 values for 2 seats"),
        ("bratwurmeck seats=2 grill=21-37 stacks=-/- turn=0 rolling=8", "bad_position", "grill cannot be '37'"),
        ("bratwurmeck seats=2 grill=21,22 stacks=-/- turn=0 rolling=8", "not_canonical", "like this: .* grill=21-22 "),
        ("bratwurmeck seats=2 grill=22,21 stacks=-/- turn=0 rolling=8", "not_canonical", "grill=21-22 "),
        ("bratwurmeck seats=2 grill=21-25 stacks=25/- turn=0 rolling=8", "bad_position", "a portion is in two places"),
        ("bratwurmeck seats=2 grill=- stacks=25/- turn=0 rolling=8", "bad_position", "ended=... is missing"),
        (
            "bratwurmeck seats=2 grill=- stacks=25/- turn=0 rolling=8 ended=grill_empty",
            "bad_position",
            "'rolling' does",
        ),
        (B + "turn=0 ended=grill_empty", "bad_position", "ended cannot be"),
        (B + "turn=2 rolling=8", "bad_position", "turn cannot be '2'"),
        (B + "turn=0", "bad_position", "rolling=... is missing"),
        (B + "turn=0 kept=W rolling=8", "bad_position", "rolling cannot be '8'"),
        (B + "turn=0 kept=11112345 rolling=0", "bad_position", "no roll can be coming"),
        (B + "turn=0 kept=W rolled=11 ", "bad_position", "words are separated by one space"),
        (B + "turn=0 kept=W rolled=11", "bad_position", "3 dice instead of 8"),
        (B + "turn=0 kept=W rolled=WWWWWWW", "bad_position", "the attempt has failed"),
        (B + "turn=0 kept=11111111", "bad_position", "the attempt has failed"),
        (B + "turn=0 kept=6", "bad_dice", "not dice"),
        (B + "turn=0 kept=W4", "not_canonical", "kept=4W$"),
        (B + "turn=0 rolling=8 view=0", "bad_position", "what a seat sees"),
        (B + "turn=0 rolling=8 grills=2", "bad_position", "'grills' does not belong here"),
        (Q + "grill=36:SS worms=0/0 snails_won=0/0 turn=0 rolling=8", "bad_position", "not a spot with one or two"),
        (Q + "grill=23:2 worms=0/0 snails_won=0/0 turn=0 rolling=8", "bad_position", "not a spot with one or two"),
        (Q + "grill=37:S worms=0/0 snails_won=0/0 turn=0 rolling=8", "bad_position", "grill cannot be '37'"),
        (Q + "grill=36:S worms=0/0 snails_won=2/0 turn=0 rolling=8", "bad_position", "more than 2 snails"),
        (Q + "grill=36:00 worms=7/0 snails_won=0/0 turn=0 rolling=8", "bad_position", "fewer worms than its plates"),
        (Q + "grill=36:0 worms=5/0 snails_won=0/0 turn=0 rolling=8", "bad_position", "more worms than plates"),
        (Q + "grill=- worms=0/0 snails_won=0/0 turn=0 ended=pool_empty", "bad_position", "ended cannot be"),
        (Q + "grill=- worms=0/0 snails_won=0/0 turn=0 ended=grill_full", "bad_position", "ended cannot be"),
        (Q + "grill=36:S worms=0/0 snails_won=1/0 turn=0 ended=no_snail_to_take", "bad_position", "ended cannot be"),
        (Q + "grill=- worms=0/0 snails_won=0/0 turn=0 ended=rain", "bad_position", "ended cannot be 'rain'"),
        (
            K + "hands=W1/W1 layouts=-/- out=- grill=18,30 stacks=-/- discard=- turn=0",
            "bad_position",
            "more cards of one number",
        ),
        (
            K + "hands=1/2 layouts=-/- out=- grill=18,30 stacks=18/16 discard=- turn=0",
            "bad_position",
            "more portions of one number",
        ),
        (
            K + "hands=1/2 layouts=-/- out=- grill=18 stacks=-/- discard=- turn=0",
            "bad_position",
            "does not make full rounds",
        ),
        (
            K + "hands=1/2 layouts=-/- out=- grill=18 stacks=-/19 discard=- turn=0",
            "bad_position",
            "one portion for each player",
        ),
        (K + "hands=1/2 layouts=4/- out=0 grill=18,30 stacks=-/- discard=- turn=1", "bad_position", "without a worm"),
        (K + "hands=1/2 layouts=W1/- out=0 grill=18,30 stacks=-/- discard=- turn=0", "bad_position", "dropped out"),
        (
            K + "hands=1/2 layouts=-/- out=- grill=18,30 stacks=-/- discard=- turn=0 drawing=1",
            "bad_position",
            "has laid",
        ),
        (
            K + "hands=1/2 layouts=4/- out=- grill=18,30 stacks=-/- discard=- turn=0 drawing=2",
            "bad_position",
            "does not draw 2",
        ),
        (K + "hands=1/2 layouts=4/- out=- grill=- stacks=18/30 discard=- turn=0", "bad_position", "between rounds"),
        (
            K + "hands=1/2 layouts=-/- out=- grill=- stacks=18/30 discard=- turn=0 drawing=1",
            "bad_position",
            "nobody draws",
        ),
        (
            K + "hands=1/2 layouts=-/- out=- grill=- stacks=-/- discard=- turn=0",
            "bad_position",
            "before the first round",
        ),
        (
            K + "hands=111111/222222 layouts=-/- out=- grill=- stacks=-/- discard=- turn=1",
            "bad_position",
            "seat 0 begins",
        ),
        (K + "hands=W26/- layouts=-/- out=- grill=18,30 stacks=-/- discard=- turn=0", "bad_card", "not a card"),
        (K + "hands=2x/- layouts=-/- out=- grill=18,30 stacks=-/- discard=- turn=0", "bad_position", "such as 225W3"),
        (
            K + "hands=??/1 layouts=-/- out=- grill=18,30 stacks=-/- discard=- turn=0",
            "bad_position",
            "what a seat sees",
        ),
    ],
)
def test_a_wrong_position_is_refused_with_what_is_wrong(text: str, code: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        from_position(text)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (B + "turn=0 rolling=8", "bad_position", "view=... is missing, so this is a whole state: use from_position"),
        (B + "turn=0 rolling=8 view=2", "bad_position", "view cannot be '2'"),
        (
            K + "hands=1/2 layouts=-/- out=- grill=18,30 stacks=-/- discard=- turn=0 view=0",
            "not_canonical",
            re.escape("hands=1/? "),
        ),
        (
            K + f"hands=1/{'?' * 200} layouts=-/- out=- grill=18,30 stacks=-/- discard=- turn=0 view=0",
            "bad_position",
            "more cards than the game has",
        ),
    ],
)
def test_a_wrong_view_is_refused_with_what_is_wrong(text: str, code: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        view_from_position(text)
    assert caught.value.code == code


def test_a_position_or_a_view_of_another_game_is_refused() -> None:
    bratwurmeck, barbecue = get("bratwurmeck"), get("barbecue")
    with pytest.raises(BadNotation, match="not a position of Heckmeck Barbecue: it begins with 'bratwurmeck'"):
        barbecue.from_position(B + "turn=0 rolling=8")
    view: Any = bratwurmeck.view(bratwurmeck.start(bratwurmeck.setup(seats=2)), 0)
    with pytest.raises(GameError, match="not a view of Heckmeck Barbecue"):
        barbecue.position(view)


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_page_are_read_and_written(text: str) -> None:
    read = view_from_position if " view=" in text else from_position
    assert get(text.split()[0]).position(read(text)) == text


def test_the_page_has_examples_of_states_and_views_of_every_game() -> None:
    assert {(text.split()[0], " view=" in text) for text in EXAMPLES} == {
        (name, view) for name in GAMES for view in (False, True)
    }


def test_the_page_explains_every_part() -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", PAGE[PAGE.index("## Positions") :], re.MULTILINE))
    for game in GAMES.values():
        options = game.setup_type.__dataclass_fields__
        for state in random_states(game, most=60):
            text = game.position(game.view(state, None)) + " " + game.position(state)
            parts = {word.partition("=")[0] for word in text.split() if "=" in word}
            assert parts - set(options) <= explained
