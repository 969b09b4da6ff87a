"""Play the lessons on the real rules and write them for the client: `python web/lessons.py`.

The client knows no rules. A lesson is therefore a recorded table: positions, legal moves and events come from the
games' own code, in the messages of the wire. Only the dice and the cards are prepared here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from heckmeck.games import get
from heckmeck.games.barbecue import EMPTY, SNAIL, BarbecueSetup, BarbecueState, Spot
from heckmeck.games.bratwurmeck import BratwurmeckSetup, BratwurmeckState
from heckmeck.games.karteneck import KarteneckSetup, KarteneckState
from heckmeck.games.karteneck.cards import Cards, parse_card, without
from heckmeck.games.turn import Turn
from heckmeck.server.table import entries
from heckmeck.server.table.messages import Happened, Plan, Welcome
from heckmeck.server.table.state import Holder, TableState, fold
from heckmeck.server.table.visibility import AppliedEntry, table_info, to_message, visible_position

GAMES = Path(__file__).parent / "src/games"
READER = (0,)
NAMES = ("", "Bo", "Cleo")
"""The names of the players; the client puts the reader's name on the first seat."""


class Step(NamedTuple):
    """One step of a lesson: the name of its words in the client, and what is played in it.

    `play` has moves, each followed by its outcomes of chance. If `asks`, the first move is the reader's; if not, the
    reader watches others. A `scene` is a state of the game to which the table is set before.
    """

    words: str
    play: str = ""
    asks: bool = False
    scene: Any = None


def ask(words: str, play: str, scene: Any = None) -> Step:
    """Return a step that waits for the reader's move."""
    return Step(words, play, True, scene)


def tell(words: str, play: str = "", scene: Any = None) -> Step:
    """Return a step to read, in which others may move."""
    return Step(words, play, False, scene)


def bratwurmeck() -> Iterator[Step]:
    """A first turn, a theft, a lower portion, a failed attempt, and the end."""
    setup = BratwurmeckSetup(seats=2)
    everything = range(21, 37)

    def scene(turn: Turn, mine: tuple[int, ...], bos: tuple[int, ...], grill: Iterable[int] = everything) -> Any:
        left = tuple(portion for portion in grill if portion not in (*mine, *bos))
        return BratwurmeckState(setup, left, (mine, bos), 0, turn)

    yield tell("bw_hello", scene=scene(Turn("", "11244455", False), (), ()))
    yield ask("bw_keep", "keep 4")
    yield ask("bw_roll", "roll; =124WW")
    yield ask("bw_worm", "keep W")
    yield ask("bw_dare", "roll; =155")
    yield ask("bw_five", "keep 5")
    yield ask("bw_take", "take 32; =11233WWW")
    yield tell("bw_watch", "keep W; roll; =12355; keep 5; take 25; =1123555W")
    yield ask("bw_plan", "keep 5")
    yield ask("bw_more", "roll; =123WW")
    yield ask("bw_exact", "keep W")
    yield ask("bw_steal", "steal 25; =11233455")
    yield tell("bw_stolen")
    yield ask("bw_lower", "take 29; =11233455", scene(kept("344455W"), (32, 25), (30, 28)))
    yield tell("bw_lowered")
    yield ask("bw_fail", "roll; =45; =11233455", scene(kept("44455W"), (32, 25, 29), (30, 28)))
    yield tell("bw_failed")
    yield tell("bw_spared")
    yield ask("bw_last", "take 24", scene(kept("233335W"), (22, 27, 33), (25, 31, 28), (24,)))
    yield tell("bw_end")


def barbecue() -> Iterator[Step]:
    """A plate, pushed off and back, a secured spot, a snail placed and taken, and the end."""
    setup = BarbecueSetup(seats=2)

    def scene(
        turn: Turn, spots: dict[int, Spot], worms: tuple[int, int], *,
        pool: int = 12, snails: tuple[int, int] = (0, 0), seat: int = 0,
    ) -> Any:  # fmt: skip
        grill = tuple(spots.get(number, EMPTY) for number in range(23, 37))
        return BarbecueState(setup, grill, pool, worms, snails, seat, turn)

    mine, bos, secured = Spot(0, 1), Spot(1, 1), Spot(0, 2)
    plates = {25: bos, 26: mine, 27: bos, 29: bos, 30: secured, 33: mine, 34: Spot(1, 2)}
    crowded = plates | dict.fromkeys((24, 28, 31, 32, 35, 36), SNAIL)
    thirty = kept("4466WW")
    yield tell("bq_hello", scene=scene(Turn("", "11223466", False), {}, (0, 0)))
    yield ask("bq_keep", "keep 6")
    yield ask("bq_roll", "roll; =1234WW")
    yield ask("bq_worm", "keep W")
    yield ask("bq_short", "roll; =1244")
    yield ask("bq_four", "keep 4")
    yield ask("bq_stop", "stop; =12333666")
    yield tell("bq_watch", "keep 6; roll; =123WW; keep W; roll; =124; keep 2; stop; =11223466")
    yield tell("bq_pushed")
    yield ask("bq_back", "stop; =12333666", scene(thirty, {30: bos}, (0, 3)))
    yield tell("bq_returned")
    yield ask("bq_secure", "stop; =12333666", scene(thirty, {27: bos, 30: mine}, (3, 2)))
    yield tell("bq_secured")
    yield ask("bq_fail", "roll; =46W; =12333666", scene(kept("4466W"), {27: bos, 30: secured}, (6, 2)))
    yield tell("bq_failed")
    snails = {27: bos, 30: secured, 35: SNAIL, 36: SNAIL}
    yield ask("bq_snail", "stop; =12333666", scene(kept("3666WWW"), snails, (6, 2), pool=10))
    yield tell("bq_high")
    last = scene(kept("4466W"), crowded, (12, 15), pool=0, snails=(4, 2), seat=1)
    yield tell("bq_last", "roll; =446", last)
    yield tell("bq_end")


def karteneck() -> Iterator[Step]:
    """A round with a worm, a theft and a serving, and a last one without a worm."""
    setup = KarteneckSetup(seats=3)

    def scene(
        hands: str, layouts: str, stacks: tuple[tuple[int, ...], ...], grill: tuple[int, ...], *,
        supply: int, out: tuple[bool, ...] = (False,) * 3,
    ) -> Any:  # fmt: skip
        held, laid = by_seat(hands), by_seat(layouts)
        pile = without(setup.deck, tuple(card for cards in (*held, *laid) for card in cards))
        seen = (*grill, *(portion for stack in stacks for portion in stack))
        return KarteneckState(
            setup, held, laid, out, stacks, grill, without(setup.all_portions, seen), supply, pile, (), 0, 0
        )

    first = scene(
        "2 4 4 4 5 W7 | 1 4 4 5 5 W3 | 1 2 3 3 3 5", "| |", ((17, 26), (22, 27), (24, 19)), (18, 25, 33), supply=15
    )
    last = scene(
        "2 3 3 | 1 2 5 | 1 1 4", "2 3 3 | 4 4 5 5 W3 | 4 5 5 5 W12 W20",
        ((17, 26, 27, 33, 0, 35, 36), (22, 25, 16, 29, 21, 0, 30), (24, 19, 18, 34, 32, 0, 28)), (20, 31, 38),
        supply=0, out=(False, True, True),
    )  # fmt: skip
    yield tell("ke_hello", scene=first)
    yield ask("ke_lay", "lay 4 4 4; =draw 5; lay 5 5; =draw 1; lay 3 3 3; =draw 2")
    yield ask("ke_worm", "lay W7; =draw 1; lay W3; =draw 2; out; =draw 1 4")
    yield tell("ke_invalid")
    yield ask("ke_five", "lay 5 5; =draw 3; lay 4 4; =draw 1")
    yield ask("ke_steal", "out steal; =draw 3 W11; out; =grill 0 21 37")
    yield tell("ke_served")
    yield tell("ke_tie")
    yield tell("ke_zero")
    yield ask("ke_out", "out", last)
    yield tell("ke_end")


def kept(dice: str) -> Turn:
    """Return a turn in which the player stops or rolls on."""
    return Turn(dice, "", False)


def by_seat(text: str) -> tuple[Cards, ...]:
    """Read the cards of each seat: `2 W7 | 1 | 4`."""
    return tuple(tuple(sorted(map(parse_card, part.split()))) for part in text.split("|"))


class Recorder:
    """A table at which a lesson is played; it returns the messages that the reader's page would get."""

    def __init__(self, game: str) -> None:
        self._game = get(game)
        self._table: TableState | None = None

    def set(self, state: Any) -> Welcome:
        """Set the table to a scene."""
        setup = self._game.setup_of(state)
        seats = tuple(Holder(name, None, name) if name else Holder(name, "reader") for name in NAMES[: setup.seats])
        plan = Plan(self._game.name, setup.seats, chat=False)
        seq = 1 if self._table is None else self._table.seq + 1
        actor = self._game.to_act(state)
        self._table = table = TableState(
            "ABCDEFGH", plan, self._game, "reader", "playing", seq,
            chat=False, seats=seats, number=1, setup={"seats": setup.seats, "first": 0}, state=state,
            actor=actor if isinstance(actor, int) else None, failed=(0,) * setup.seats,
        )  # fmt: skip
        return Welcome(seq, table_info(table), READER, host=True, now=0, position=visible_position(table, READER))

    def play(self, text: str) -> list[Happened]:
        """Play moves, each with its outcomes of chance."""
        return [self._play(steps) for steps in _entries(text)]

    def _play(self, steps: tuple[str, ...]) -> Happened:
        before = self._table
        assert before is not None, "a lesson begins with a scene"
        assert before.to_act is not None, f"nobody can play {steps}"
        entry = entries.Moved(before.to_act, steps)
        self._table, events = fold(before, entry, before.seq + 1, 0)
        assert self._table.phase == "over" or self._table.to_act is not None, f"chance is missing after {steps}"
        return to_message(AppliedEntry(self._table.seq, 0, entry, events, 0, ()), READER, self._table)


def _entries(text: str) -> list[tuple[str, ...]]:
    """Group outcomes of chance with the moves that they follow.

    >>> _entries("roll; =12; keep 1")
    [('roll', '=12'), ('keep 1',)]
    """
    found: list[tuple[str, ...]] = []
    for step in filter(None, map(str.strip, text.split(";"))):
        if step.startswith("="):
            found[-1] += (step,)
        else:
            found.append((step,))
    return found


def lesson(steps: Iterable[Step], game: str) -> str:
    """Return a lesson as JSON."""
    table = Recorder(game)
    written: list[dict[str, Any]] = []
    for step in steps:
        part: dict[str, Any] = {"words": step.words}
        if step.scene is not None:
            assert not written or not (written[-1].get("ask") or written[-1].get("then")), (
                "results are to be seen first"
            )
            part["scene"] = table.set(step.scene)
        then = table.play(step.play)
        if step.asks:
            part["ask"] = then[0].move
        written.append(part | ({"then": then} if then else {}))
    lines = ",\n".join(msgspec.json.encode(part).decode() for part in written)
    return f'{{"game":"{game}","steps":[\n{lines}\n]}}\n'


def lessons() -> dict[Path, str]:
    """Return every lesson by the file it belongs in."""
    scripts = {"bratwurmeck": bratwurmeck, "barbecue": barbecue, "karteneck": karteneck}
    return {GAMES / game / "lesson.json": lesson(steps(), game) for game, steps in scripts.items()}


if __name__ == "__main__":
    for path, text in lessons().items():
        path.write_text(text, encoding="utf-8")
