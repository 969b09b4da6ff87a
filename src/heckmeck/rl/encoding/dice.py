"""Base class of the encodings of games with roll-and-keep turns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar

from heckmeck.games import CHANCE, BadNotation, ChanceOutcome, Keep, Move, RollAndKeep
from heckmeck.games.dice import DICE, Die
from heckmeck.games.game import SetupT
from heckmeck.games.roll_and_keep import ROLL, STOP, StateT, ViewT
from heckmeck.games.setup import show
from heckmeck.games.turn import Turn
from heckmeck.rl.encoding.encoding import Encoding, Field, Ids, Numbers

NEW_TURN = Turn()


def turn_moves(die: Die) -> tuple[Move, ...]:
    """Return the moves that all dice games have, in the order of their ids."""
    return (*map(Keep, die.faces), ROLL, STOP)


class DiceEncoding(Encoding[SetupT, StateT, ViewT]):
    """The encoding of a dice game: every move has one id, and nothing is hidden."""

    game: RollAndKeep[SetupT, StateT, ViewT]
    moves: ClassVar[tuple[Move, ...]]
    """The moves; a move's id is its place."""
    _ids: ClassVar[dict[Move, int]]

    def __init_subclass__(cls) -> None:
        cls.actions = tuple(map(str, cls.moves))
        cls._ids = {move: action for action, move in enumerate(cls.moves)}

    @abstractmethod
    def _board_fields(self) -> Iterator[Field]:
        """Yield the parts of an observation that do not change during a turn."""

    @abstractmethod
    def _write_board(self, view: ViewT, parts: Mapping[str, Numbers]) -> None:
        """Write them."""

    @abstractmethod
    def _read_board(self, parts: Mapping[str, Numbers], seat: int, turn_of: int, turn: Turn) -> StateT:
        """Return a state with this board in a turn of `turn_of`; the viewer is `seat`."""

    def ids(self, move: Move) -> Ids:
        """Return the id of a move."""
        try:
            return (self._ids[move],)
        except KeyError:
            raise BadNotation("bad_move", f"{show(str(move))} is not a move of {self.game.title}.") from None

    def move(self, chosen: Ids) -> Move | None:
        """Return the move with this id."""
        return self.moves[chosen[0]] if chosen else None

    def legal(self, view: ViewT, chosen: Ids = ()) -> list[int]:
        """Return the ids of the viewer's moves."""
        return sorted(self._ids[move] for move in view.moves)

    def ends_turn(self, step: Move | ChanceOutcome, after: StateT) -> bool:
        """Return whether the turn is over: nothing is kept, and another turn would begin."""
        return after.turn == NEW_TURN

    def _fields(self) -> Iterator[Field]:
        faces = " ".join(self.game.die.faces)
        yield from self._seat_fields()
        yield Field("rolling", (1,), 1, "1 if a roll is coming")
        yield Field("kept", (len(self.game.die.faces),), DICE, f"dice set aside with the faces {faces}")
        yield Field("rolled", (len(self.game.die.faces),), DICE, f"dice just rolled with the faces {faces}")
        yield from self._board_fields()

    def _write(self, view: ViewT, chosen: Ids, parts: Mapping[str, Numbers]) -> None:
        parts["rolling"][0] = view.to_act is CHANCE
        for dice, counts in ((view.kept, parts["kept"]), (view.rolled, parts["rolled"])):
            if dice:
                counts[:] = [dice.count(face) for face in self.game.die.faces]
        self._write_board(view, parts)

    def _read(self, parts: Mapping[str, Numbers], seat: int) -> tuple[StateT, Ids]:
        kept, rolled = (
            "".join(face * int(count) for face, count in zip(self.game.die.faces, parts[name], strict=True))
            for name in ("kept", "rolled")
        )
        over = not (kept or rolled)  # else a turn begins: a game ends where another turn would begin
        turn_of = (seat + int(parts["turn"].argmax())) % self.seats
        return self._read_board(parts, seat, turn_of, Turn(kept, rolled, over or bool(parts["rolling"][0]))), ()
