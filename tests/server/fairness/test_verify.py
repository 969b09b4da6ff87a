"""Whole games with provable luck are verified, and any change in one is detected."""

import hmac
import importlib.util
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from heckmeck.games import GAMES, GameError, get
from heckmeck.play import BadRecord, encode
from heckmeck.server.fairness import LENGTH, Chain, chain_length, commitment_of
from heckmeck.server.fairness.proof import FairRecord
from heckmeck.server.fairness.verify import Unfair, verify
from helpers.fair_games import ID, SECRET, SEEDS, chance_steps, changed, played, with_steps

ROOT = Path(__file__).parents[3]
any_game = pytest.mark.parametrize("name", GAMES)
game_of = cache(played)


def unfair(line: bytes) -> Unfair:
    with pytest.raises(Unfair) as caught:
        verify(line)
    return caught.value


def unreadable(line: bytes) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        verify(line)
    return caught.value


@any_game
def test_a_whole_game_holds(name: str) -> None:
    record = game_of(name)
    found = verify(encode(record))
    assert found.outcomes == sum(step.startswith("=") for step in record.steps) > 10
    assert (found.game, found.seeds, found.later, found.withheld, found.over) == (name, 2, 0, (), True)
    assert f"{found.outcomes} outcomes follow from the chain and 2 seeds" in str(found)


def test_a_game_without_any_seed_holds_and_it_is_said_what_that_means() -> None:
    found = verify(encode(played("barbecue", (None, None, None))))
    assert found.seeds == 0
    assert "no seeds" in str(found)
    assert "could have chosen" in str(found)


def test_a_withheld_seed_is_reported() -> None:
    record = played("barbecue", (SEEDS[0], None))
    seat = {"commitment": commitment_of(SEEDS[1]), "seed": None}
    found = verify(changed(record, seats=[msgspec.to_builtins(record.fairness.seats[0]), seat]))
    assert found.withheld == (1,)
    assert "not revealed: the seed of seat 2" in str(found)


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
def test_an_unfinished_open_game_is_checked_as_far_as_it_goes(name: str) -> None:
    record = played(name, stop=17)
    assert record.fairness.secret is None
    found = verify(encode(record))
    assert found.outcomes == len(record.fairness.links) == sum(step.startswith("=") for step in record.steps)
    assert not found.over
    assert "the game is not over" in str(found)


def test_of_an_unfinished_game_that_hides_nothing_can_be_checked_yet() -> None:
    record = played("karteneck", stop=9)
    assert (record.fairness.secret, record.fairness.links) == (None, ())
    found = verify(encode(record))
    assert found.outcomes == 0
    assert found.later == sum(step.startswith("=") for step in record.steps)
    assert f"{found.later} more can be checked after the game" in str(found)


def longer_than_a_chain() -> FairRecord:
    """Players who never win anything: the attempts go on and on."""
    return game_of("bratwurmeck", bot="random", stop=4000, portions=(36, 36))


def test_a_game_longer_than_its_chain_goes_on_and_is_proved_by_its_secret() -> None:
    record = longer_than_a_chain()
    outcomes = sum(step.startswith("=") for step in record.steps)
    assert outcomes > LENGTH
    found = verify(encode(record))
    assert (found.outcomes, found.later) == (LENGTH, outcomes - LENGTH)
    found = verify(changed(record, links=[], secret=SECRET.hex()))
    assert (found.outcomes, found.later) == (outcomes, 0)
    last = chance_steps(get("bratwurmeck"), record)[-1][0]
    steps = [*record.steps[:last], another_lot("bratwurmeck", record, -1)]
    line = with_steps(record, steps, fairness=msgspec.structs.replace(record.fairness, links=(), secret=SECRET.hex()))
    assert unfair(line).outcome == outcomes


def another_lot(name: str, record: FairRecord, which: int) -> str:
    """Return another possible outcome in place of the real one."""
    place, state = chance_steps(get(name), record)[which]
    return next(str(lot) for lot, _ in get(name).chance(state) if str(lot) != record.steps[place])


@any_game
@pytest.mark.parametrize("which", [0, 7, -1])
def test_an_outcome_changed_to_another_legal_one_is_found(name: str, which: int) -> None:
    record = game_of(name)
    places = chance_steps(get(name), record)
    place = places[which][0]
    lot = another_lot(name, record, which)
    error = unfair(with_steps(record, (*record.steps[:place], lot, *record.steps[place + 1 :])))
    assert error.outcome == which % len(places) + 1
    assert f"(step {place + 1}) is {lot!r}"[:30] in str(error)
    assert f"give {record.steps[place]}." in str(error)


@any_game
def test_a_game_that_breaks_a_rule_does_not_hold_whatever_its_luck(name: str) -> None:
    record = game_of(name)
    place = next(place for place, step in enumerate(record.steps) if not step.startswith("="))
    error = unfair(with_steps(record, (*record.steps[:place], "keep 9", *record.steps[place + 1 :])))
    assert f"step {place + 1}" in str(error)


def test_a_changed_result_is_found() -> None:
    record = game_of("barbecue")
    assert record.outcome is not None
    outcome = msgspec.structs.replace(record.outcome, scores=(99, 0))
    assert "scores" in str(unfair(with_steps(record, record.steps, outcome=outcome)))


@any_game
def test_a_swap_of_seeds_is_found(name: str) -> None:
    record = game_of(name)
    seats = msgspec.to_builtins(record.fairness.seats)
    assert unfair(changed(record, seats=seats[::-1])).outcome is not None
    seeds = [{**seat, "seed": other["seed"]} for seat, other in zip(seats, seats[::-1], strict=True)]
    assert "seed of seat 1" in str(unfair(changed(record, seats=seeds)))


@any_game
def test_the_seed_of_a_seat_cannot_be_left_out_afterwards(name: str) -> None:
    record = game_of(name)
    seats = msgspec.to_builtins(record.fairness.seats)
    assert unfair(changed(record, seats=[seats[0], None])).outcome is not None
    assert unfair(changed(record, seats=[seats[0], {**seats[1], "seed": None}])).outcome is not None


@any_game
def test_another_secret_or_another_game_is_found(name: str) -> None:
    record = game_of(name)
    other = bytes(32)
    anchor = Chain(other, chain_length(get(name))).anchor
    assert "secret" in str(unfair(changed(record, secret=other.hex())))
    assert unfair(changed(record, secret=other.hex(), anchor=anchor)).outcome is not None
    assert unfair(changed(record, game="QWERTZUP/2")).outcome is not None


def test_links_have_to_fit_the_outcomes() -> None:
    record = played("barbecue", stop=20)
    links = list(record.fairness.links)
    error = unfair(changed(record, links=links[:-2]))
    assert (error.code, error.outcome) == ("too_few_links", len(links) - 1)
    further = Chain(SECRET).link(len(links) + 1).hex()
    assert unfair(changed(record, links=[*links, further])).code == "too_many_links"
    assert unfair(changed(record, links=links[::-1])).outcome == 1
    assert unfair(changed(record, links=[*links[:3], links[2], *links[4:]])).outcome == 4


def test_a_finished_open_game_may_have_links_in_place_of_its_secret() -> None:
    record = game_of("barbecue")
    outcomes = len(chance_steps(get("barbecue"), record))
    links = [Chain(SECRET).link(number).hex() for number in range(1, outcomes + 1)]
    assert verify(changed(record, links=links, secret=None)).outcomes == outcomes
    assert unfair(changed(record, links=links[:-1], secret=None)).code == "too_few_links"


def test_a_finished_game_that_hid_something_has_to_show_its_secret() -> None:
    error = unfair(changed(game_of("karteneck"), secret=None))
    assert (error.code, error.outcome) == ("no_secret", 1)


def test_the_proof_has_as_many_seats_as_the_game() -> None:
    record = game_of("barbecue")
    assert "for 1 seats" in str(unfair(changed(record, seats=[None])))


class Crooked(Chain):
    """A chain whose owner changes a link until the roll is favourable."""

    def link(self, number: int) -> bytes:
        return super().link(number) if number < 4 else hmac.digest(b"a welcome one", b"%d" % number, "sha256")


def test_a_server_that_rolls_again_with_another_link_is_found() -> None:
    """Outcomes and links match each other, but from the fourth on they do not match the anchor."""
    error = unfair(encode(played("bratwurmeck", stop=40, kind=Crooked)))
    assert (error.code, error.outcome) == ("wrong_link", 4)
    assert "The hash of link 4 is not link 3" in str(error)


def test_another_anchor_than_that_of_the_links_is_found() -> None:
    error = unfair(changed(game_of("barbecue", stop=30), anchor="0" * 64))
    assert (error.code, error.outcome) == ("wrong_link", 1)
    assert "is not the anchor" in str(error)


@pytest.mark.parametrize(("name", "stop"), [("barbecue", 30), ("karteneck", None)])
def test_every_digit_of_a_proof_matters(name: str, stop: int | None) -> None:
    line = encode(game_of(name, stop=stop))
    for place in range(line.index(b'"fairness":'), len(line)):
        digit = b"1" if line[place : place + 1] == b"0" else b"0"
        with pytest.raises(GameError):
            verify(line[:place] + digit + line[place + 1 :])


SHORT = {"bratwurmeck": 60, "barbecue": 60, "karteneck": None}
"""Steps after which an open game is broken off, so that its links are in its proof."""


@any_game
@settings(max_examples=150)
@given(data=st.data())
def test_every_byte_of_a_proof_matters(name: str, data: st.DataObject) -> None:
    record = game_of(name, stop=data.draw(st.sampled_from([None, SHORT[name]])))
    line = encode(record)
    start = line.index(b'"fairness":') + len(b'"fairness":')
    place = data.draw(st.integers(start, len(line) - 2))
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[place]))
    with pytest.raises(GameError):
        verify(line[:place] + bytes([byte]) + line[place + 1 :])


@any_game
@settings(max_examples=100)
@given(data=st.data())
def test_no_byte_of_a_proof_may_be_missing(name: str, data: st.DataObject) -> None:
    line = encode(game_of(name))
    place = data.draw(st.integers(line.index(b'"fairness":') + 1, len(line) - 2))
    with pytest.raises(GameError):
        verify(line[:place] + line[place + 1 :])


@given(st.binary(max_size=200))
@example(b"")
@example(b"[" * 100_000)
def test_whatever_a_line_is_it_is_refused_with_a_sentence(line: bytes) -> None:
    assert str(unreadable(line)).endswith(".")


BAD: list[tuple[str, object, str]] = [
    ("format", "heckmeck-fairness/2", "another format"),
    ("format", 1, "cannot be read"),
    ("game", "QWERTZUP", "cannot be read"),
    ("game", "Q 1/1", "cannot be read"),
    ("game", "QWERTZUP/1\n", "cannot be read"),
    ("anchor", "0" * 63, "cannot be read"),
    ("anchor", "0" * 64 + "\n", "cannot be read"),
    ("anchor", "A" * 64, "cannot be read"),
    ("anchor", None, "cannot be read"),
    ("secret", "", "cannot be read"),
    ("secret", 5, "cannot be read"),
    ("links", ["0" * 64] * (LENGTH + 1), "cannot be read"),
    ("links", "0" * 64, "cannot be read"),
    ("links", [None], "cannot be read"),
    ("seats", None, "cannot be read"),
    ("seats", [{"commitment": "0" * 64}], "cannot be read"),
    ("seats", [{"commitment": "0" * 64, "seed": "0" * 33}], "cannot be read"),
    ("sauce", 1, "cannot be read"),
]


@pytest.mark.parametrize(("field", "value", "words"), BAD, ids=[f"{field}-{str(value)[:9]}" for field, value, _ in BAD])
def test_an_unreadable_proof_is_reported(field: str, value: Any, words: str) -> None:
    assert words in str(unreadable(changed(game_of("barbecue"), **{field: value})))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda written: written.pop("fairness"), "no fairness part"),
        (lambda written: written.update(fairness=None), "no fairness part"),
        (lambda written: written.update(fairness=[]), "cannot be read"),
        (lambda written: written.update(game="chess"), "no game 'chess'"),
        (lambda written: written.update(setup={"seats": 1}), "2 to 5 players"),
        (lambda written: written.update(format="x"), "only heckmeck-record/1"),
        (lambda written: written.pop("steps"), "This is not a record"),
    ],
)
def test_an_unreadable_record_is_reported(change: Callable[[dict[str, Any]], object], words: str) -> None:
    written = msgspec.json.decode(encode(game_of("barbecue")))
    change(written)
    assert words in str(unreadable(msgspec.json.encode(written)))


def drawn_by_hand(words: Iterator[int], things: Sequence[int], number: int) -> list[int]:
    """Draw as described in docs/fairness.md."""
    left = sorted(things)
    drawn = []
    for _ in range(number):
        end = 2**32 - 2**32 % len(left)
        drawn.append(left.pop(next(word for word in words if word < end) % len(left)))
    return drawn


def words_by_hand(number: int, seeds: Sequence[str]) -> Iterator[int]:
    link = hmac.digest(SECRET, f"heckmeck-late/1 {number}".encode(), "sha256")
    for block in count():
        message = f"heckmeck-fairness/1 {ID} {number} {block} {' '.join(seeds)}"
        digest = hmac.digest(link, message.encode(), "sha256")
        yield from (int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4))


def test_cards_and_portions_are_drawn_as_the_page_says() -> None:
    game = get("karteneck")
    small: dict[str, Any] = {"portions": (16, 25), "zeros": 0, "removed": 0, "copies": 3, "worm_cards": 4, "hand": 3}
    record = played("karteneck", bot="random", **small)
    kinds = set()
    for number, (place, state) in enumerate(chance_steps(game, record), 1):
        words = words_by_hand(number, SEEDS)
        if not state.draws:
            kind, drawn = "grill", drawn_by_hand(words, state.unseen, 2)
        elif state.draws <= len(state.pile):
            kind, drawn = "pile", drawn_by_hand(words, state.pile, state.draws)
        else:
            missing = state.draws - len(state.pile)
            kind, drawn = "discard", [*state.pile, *drawn_by_hand(words, state.discard, missing)]
        assert game.parse(record.steps[place]).things == tuple(sorted(drawn))  # type: ignore[union-attr]
        kinds.add(kind)
    assert kinds == {"grill", "pile", "discard"}


SCRIPT = ROOT / "examples" / "check_fairness.py"


def independent() -> Any:
    spec = importlib.util.spec_from_file_location("check_fairness", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["bratwurmeck", "barbecue"])
@pytest.mark.parametrize("stop", [None, 50])
def test_the_independent_checker_agrees(name: str, stop: int | None) -> None:
    record = game_of(name, stop=stop)
    check = independent().check
    assert check(msgspec.json.decode(encode(record))) == verify(encode(record)).outcomes


def test_the_independent_checker_agrees_beyond_the_chain() -> None:
    record = longer_than_a_chain()
    line = changed(record, links=[], secret=SECRET.hex())
    assert independent().check(msgspec.json.decode(line)) == verify(line).outcomes > LENGTH


def test_the_independent_checker_finds_a_changed_roll_and_a_changed_link() -> None:
    record = game_of("bratwurmeck", stop=50)
    check = independent().check
    place = random.Random(1).choice(chance_steps(get("bratwurmeck"), record))[0]
    roll = "=" + "W" * (len(record.steps[place]) - 1)
    steps = [*record.steps[:place], roll, *record.steps[place + 1 :]]
    with pytest.raises(ValueError, match=f"is {roll}, but has to be {record.steps[place]}"):
        check(msgspec.json.decode(with_steps(record, steps)))
    with pytest.raises(ValueError, match="link 1 is not of this chain"):
        check(msgspec.json.decode(changed(record, anchor="0" * 64)))
    with pytest.raises(ValueError, match="not the seed committed to"):
        check(msgspec.json.decode(changed(record, seats=[{"commitment": "0" * 64, "seed": SEEDS[0]}, None])))


def test_the_independent_checker_runs_without_any_package(tmp_path: Path) -> None:
    record = game_of("bratwurmeck")
    path = tmp_path / "games.jsonl"
    path.write_bytes(encode(record) + b"\n")
    done = subprocess.run([sys.executable, "-I", "-S", SCRIPT, path], capture_output=True, text=True, check=True)
    assert done.stdout == f"{verify(encode(record)).outcomes} rolls are fair\n"
