"""Tables at which much happens, for tests of logs and archives."""

from __future__ import annotations

from random import Random
from typing import Any

from heckmeck.games import GameError
from heckmeck.server.fairness import commitment_of
from heckmeck.server.table import messages
from helpers.tables import ANN, BO, EVE, Desk, small

SEED = "5a" * 16


def anything(desk: Desk, source: Random) -> None:
    """Let a player do something that people do at tables; much of it is refused."""
    by, seat = source.choice((ANN, BO, EVE)), source.randrange(len(desk.table.seats))
    committed = source.choice((None, commitment_of(SEED)))
    choices: list[tuple[type[messages.Command], dict[str, Any]]] = [
        (messages.Sit, {"name": by.name, "commitment": committed}),
        (messages.Sit, {"name": by.name, "seat": seat, "commitment": committed, "portrait": "fox"}),
        (messages.Leave, {"seat": seat}),
        (messages.Back, {"seat": seat}),
        (messages.SeatBot, {"seat": seat, "bot": source.choice(("random", "greedy"))}),
        (messages.Clear, {"seat": seat}),
        (messages.Commit, {"seat": seat, "commitment": commitment_of(SEED)}),
        (messages.Reveal, {"seat": seat, "seed": SEED}),
        (messages.Say, {"text": "Worms!"}),
        (messages.SetChat, {"on": not desk.table.chat}),
        (messages.SetPace, {"pace": source.choice(("quick", "normal", "calm"))}),
    ]
    kind, fields = source.choice(choices)
    desk.do(by, kind, **fields)


def lived(game: str, source: Random, code: str = "ABCDEFGH") -> Desk:
    """A table with a few games, at which people come and go, run out of time, and break games off."""
    desk = Desk(small(game, 3, timer=10), code=code).seated(ANN, BO)
    while desk.table.number < 4:
        try:
            match desk.phase():
                case "playing" if source.random() < 0.9:
                    desk.step()
                case "playing" | "seeding" if source.random() < 0.2 and desk.table.deadline is not None:
                    desk.due()
                case "open" | "over" if None not in desk.table.seats and source.random() < 0.3:
                    desk.do(ANN, messages.Start)
                case _:
                    anything(desk, source)
        except GameError:
            pass  # it was not possible at that time
    return desk
