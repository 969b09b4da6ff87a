"""Records, format `heckmeck-record/1`: one JSON object per game, with one string per step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

import msgspec

from heckmeck.bad_json import explain
from heckmeck.games import AnyGame, BadNotation, ChanceOutcome, GameError, Move, Outcome, Setup, Step, get
from heckmeck.games.game import LONGEST_STEP
from heckmeck.games.outcome import FORFEIT
from heckmeck.games.setup import show

FORMAT = "heckmeck-record/1"
BOT = "bot:"
"""The prefix of the names of bots."""

MAX_NAME = 80
"""Maximum length of a player's name."""

Name = Annotated[str, msgspec.Meta(max_length=MAX_NAME)]
StepText = Annotated[str, msgspec.Meta(max_length=LONGEST_STEP)]


class BadRecord(GameError):
    """A record that cannot be read, or that breaks a rule; `step` is the number of the step, counted from 1."""

    def __init__(self, code: str, message: str, rule: str | None = None, step: int | None = None) -> None:
        super().__init__(code, message, rule)
        self.step = step

    def __str__(self) -> str:
        text = super().__str__()
        return text if self.step is None else f"step {self.step}: {text}"


class RecordedOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of a recorded game. `seat` is the one that forfeited."""

    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    seat: int | None = None

    @classmethod
    def of(cls, outcome: Outcome) -> RecordedOutcome:
        """Return an outcome in recorded form."""
        return cls(outcome.reason, outcome.scores, outcome.winners, outcome.seat)


class Record(msgspec.Struct, frozen=True):
    """One game: its set-up, its players and all its steps. An outcome of None marks an unfinished game."""

    format: str
    game: str
    setup: dict[str, Any]
    players: tuple[Name, ...]
    steps: tuple[StepText, ...]
    outcome: RecordedOutcome | None

    @classmethod
    def of(
        cls, game: AnyGame, setup: Setup, players: Sequence[str], steps: Sequence[str], outcome: Outcome | None
    ) -> Record:
        """Return the record of a game. Names that are too long to be read back are shortened to their ends."""
        ended = None if outcome is None else RecordedOutcome.of(outcome)
        return cls(FORMAT, game.name, setup.options(), tuple(map(_recordable, players)), tuple(steps), ended)


def _recordable(name: str) -> str:
    """Return a name that can be read back unchanged.

    >>> _recordable("bot:perfect:" + "/folder" * 20 + "/small.values")[:20]
    'bot:…folder/folder/f'
    """
    name = name.encode(errors="replace").decode()  # names of files may have bytes that are not UTF-8
    if len(name) <= MAX_NAME:
        return name
    head = BOT if name.startswith(BOT) else ""
    return f"{head}…{name[len(name) - MAX_NAME + len(head) + 1 :]}"


_decoder = msgspec.json.Decoder(Record)
_encoder = msgspec.json.Encoder()


def encode(record: Record) -> bytes:
    """Return the record as one line, without its line end."""
    return _encoder.encode(record)


def decode(line: bytes) -> Record:
    """Read one line. `replay` checks whether its steps are legal.

    >>> decode(b'{"format": "heckmeck-record/1"}')
    Traceback (most recent call last):
    heckmeck.play.record.BadRecord: This is not a record: `game` is missing.
    """
    try:
        record = _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, TypeError) as error:
        raise BadRecord("bad_record", f"This is not a record: {explain(error)}") from None
    if record.format != FORMAT:
        raise BadRecord("bad_format", f"The format is {show(record.format)}; only {FORMAT} can be read.")
    return record


def replay(record: Record) -> Iterator[Step[Any]]:
    """Replay a record: yield the initial state, and then the state and the events after each step.

    Raises a BadRecord that names the step that breaks a rule, or the part of the outcome that does not match.
    """
    try:
        game = get(record.game)
        setup = game.setup_type.make(record.setup)
    except GameError as error:
        raise BadRecord(error.code, error.message, error.rule) from None
    if len(record.players) != setup.seats:
        raise BadRecord("bad_players", f"{len(record.players)} players are named for {setup.seats} seats.")
    state = game.start(setup)
    yield Step(state, ())
    for number, text in enumerate(record.steps, 1):
        try:
            step = game.apply(state, _parse(game, text))
        except GameError as error:
            raise BadRecord(error.code, error.message, error.rule, number) from None
        state = step.state
        yield step
    _check_outcome(record, game, state)


def _parse(game: AnyGame, text: str) -> Move | ChanceOutcome:
    action = game.parse(text)
    if str(action) != text:
        raise BadNotation("not_canonical", f"{show(text)} must be written as {show(str(action))}.")
    return action


def _check_outcome(record: Record, game: AnyGame, state: Any) -> None:
    written = record.outcome
    if written is None:
        return
    outcome = game.outcome(state)
    if outcome is None and written.reason == FORFEIT:
        if written.seat is None or written.seat not in range(len(record.players)):
            raise BadRecord("bad_outcome", f"There is no seat {show(written.seat)} that could forfeit.")
        outcome = game.forfeit(state, written.seat)
    if outcome is None:
        raise BadRecord("cut_off", f"The game is not over after its {len(record.steps)} steps, but has an outcome.")
    expected = RecordedOutcome.of(outcome)
    for field in RecordedOutcome.__struct_fields__:
        if getattr(written, field) != getattr(expected, field):
            raise BadRecord(
                "bad_outcome",
                f"The outcome's {field} is {show(getattr(written, field))}, "
                f"but the steps lead to {show(getattr(expected, field))}.",
            )
