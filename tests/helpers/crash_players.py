"""Players for a server that dies repeatedly: they play, chat, sit down and leave, and remember everything.

Each remembers every entry that it was sent and every command that was acknowledged. After a broken connection it
resumes from the last sequence number that it saw, and repeats unanswered commands under the same ids.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

from heckmeck.server.fairness import commitment_of, new_seed
from helpers.crash_connections import LOST, HttpLine, Line, Message, SocketLine
from helpers.wire import Address, Api

UNCERTAIN = ("not_kept", "store_failed")
"""Refusals after which the same command has to be sent again."""
NEWS = ("table", "position", "due", "ended")
"""Parts of an entry that only clients connected at the time get."""


class Player:
    """A player at a table who does random things, all of them legal."""

    def __init__(self, api: Api, code: str, name: str, source: Random, line: Line) -> None:
        self.api = api
        self.code = code
        self.acknowledged: dict[str, int] = {}
        self.refused: set[str] = set()
        self.seen: list[Message] = []
        """Every entry, in order, without the parts that only connected clients get."""
        self.welcomes: list[Message] = []
        self.by_bots = 0
        """Moves of bots that were seen."""
        self.stopping = False
        self._name = name
        self._source = source
        self._line = line
        self._unanswered: dict[str, Message] = {}
        self._seeds: dict[str, str] = {}
        self._table: Message = {}
        self._position: Message = {}
        self._mine: list[int] = []
        self._host = False

    @property
    def seq(self) -> int:
        """The last entry seen."""
        return self.seen[-1]["seq"] if self.seen else 0

    def __str__(self) -> str:
        phase, actor = self._table.get("phase"), self._position.get("to_act")
        waits = [command["type"] for command in self._unanswered.values()]
        return (
            f"{self._name} on {self._mine} at {self.code}, {phase}, {actor} to act, after {self.seq}, waits for {waits}"
        )

    async def run(self) -> None:
        """Play until stopped, whatever happens to the server; nothing is left unanswered then."""
        done = False
        while not done:
            try:
                await self._come_back()
                while not self.stopping:
                    await self._step()
                done = True
            except LOST:
                await asyncio.sleep(0.02)
            finally:
                with suppress(*LOST):
                    await self._line.close()

    async def _come_back(self) -> None:
        """Connect, read what was missed, and get answers to all unanswered commands."""
        await self._line.open(self.seq)
        welcomed = len(self.welcomes)
        while len(self.welcomes) == welcomed:
            await self._read()
        await self._have_answered()

    async def _step(self) -> None:
        wishes = self._wishes()
        for kind, fields in wishes:
            name = secrets.token_hex(8)
            self._unanswered[name] = {"type": kind, "id": name, **fields}
        if wishes:
            await self._have_answered()
        else:
            with suppress(TimeoutError):
                await self._read(0.2)

    async def _have_answered(self) -> None:
        """Send everything that was not answered, again if necessary, and wait for the answers."""
        for command in list(self._unanswered.values()):
            await self._line.send(command)
            if self._source.random() < 0.03:
                await self._line.send(command)  # as a connection that duplicates data would
        while self._unanswered:
            await self._read()

    async def _read(self, seconds: float = 30) -> None:
        async with asyncio.timeout(seconds):
            message = await self._line.read()
        kind = message["type"]
        if kind == "happened":
            self.seen.append({name: value for name, value in message.items() if name not in NEWS})
            self.by_bots += message["what"] == "moved" and message.get("by_bot", False)
        if kind == "welcome":
            self.welcomes.append(message)
        if kind in ("happened", "welcome"):
            self._table = message.get("table", self._table)
            self._position = message.get("position", self._position)
        if kind in ("welcome", "you"):
            self._mine, self._host = message["mine"], message["host"]
        if kind == "done":
            assert self.acknowledged.setdefault(message["id"], message["seq"]) == message["seq"], "another answer"
            self._unanswered.pop(message["id"], None)
        if kind == "refused":
            await self._take_refusal(message)
        if kind == "bye":
            raise ConnectionError(message["code"])

    async def _take_refusal(self, message: Message) -> None:
        name = message["id"]
        assert name not in self.acknowledged, "refused after it was done"
        if message["code"] in UNCERTAIN:
            if name in self._unanswered:
                await asyncio.sleep(0.05)
                await self._line.send(self._unanswered[name])
            return
        self.refused.add(name)
        self._unanswered.pop(name, None)

    # What to do next -------------------------------------------------------------------------------------------------

    def _wishes(self) -> list[tuple[str, Message]]:
        """Return the commands to send now, all without waiting for the answers; none to wait for other players."""
        if self._source.random() < 0.02:
            return [
                ("say", {"text": f"{self._name} {secrets.token_hex(4)}"}) for _ in range(self._source.randint(1, 3))
            ]
        between = self._table["phase"] in ("open", "over")
        if not self._mine:
            return self._sit() if between or self._source.random() < 0.1 else []
        seat = self._mine[0]
        holder = self._table["seats"][seat]
        if holder is None:  # it was freed: the message that says so follows the entry
            return []
        if holder.get("bot"):
            return [("back", {"seat": seat})] if self._source.random() < 0.5 else []
        if self._source.random() < 0.01:
            return [("leave", {"seat": seat}), ("react", {"seat": seat, "reaction": "bye"})]
        return self._between_games(seat) if between else self._in_game(seat)

    def _sit(self) -> list[tuple[str, Message]]:
        seats = self._table["seats"]
        free = [seat for seat, holder in enumerate(seats) if holder is None or not holder.get("person")]
        if not free:
            return []
        return [("sit", {"seat": free[0], "name": self._name, "commitment": self._new_commitment()})]

    def _between_games(self, seat: int) -> list[tuple[str, Message]]:
        seats = self._table["seats"]
        if None not in seats:
            commit = ("commit", {"seat": seat, "commitment": self._new_commitment()})
            return [commit, ("start", {})] if self._source.random() < 0.5 else [("start", {})]
        if self._host and seats[-1] is None and len(seats) > 3:
            return [("bot", {"seat": len(seats) - 1, "bot": "greedy"})]
        return []

    def _in_game(self, seat: int) -> list[tuple[str, Message]]:
        if self._table["phase"] == "seeding":
            commitment = self._table["commitments"][seat]
            if commitment in self._seeds and self._table["seeds"][seat] is None:
                return [("reveal", {"seat": seat, "seed": self._seeds[commitment]})]
            return []
        if self._position.get("to_act") != seat:
            return []
        move = self._source.choice(self._moves())
        joined = {"then": "roll"} if move.startswith("keep") and self._source.random() < 0.5 else {}
        return [("move", {"seq": self.seq, "move": move, **joined})]

    def _moves(self) -> list[str]:
        lays = [
            " ".join(["lay", *(str(card) if card <= 5 else f"W{card - 5}" for card in cards[: n + 1])])
            for cards in self._position.get("layable", ())
            for n in range(len(cards))
        ]
        return [*self._position["moves"], *lays]

    def _new_commitment(self) -> str:
        seed = new_seed()
        commitment = commitment_of(seed)
        self._seeds[commitment] = seed
        return commitment


async def seated(
    servers: Sequence[Address], game: str, number: int, socket_line: Callable[[Api, str], Line] = SocketLine
) -> list[Player]:
    """Open a table for one player at each address, every other table with a bot.

    The first player uses HTTP, the others WebSockets.
    """
    names = [f"P{number}{letter}" for letter in "abcdef"[: len(servers)]]
    apis = [await Api.new(server, name) for server, name in zip(servers, names, strict=True)]
    plan = {"game": game, "seats": len(servers) + 1 - number % 2}
    code = (await apis[0].post("/api/tables", {"plan": plan}))["code"]
    lines: list[Line] = [HttpLine(apis[0], code), *(socket_line(api, code) for api in apis[1:])]
    return [
        Player(api, code, name, Random(f"{number} {who}"), line)
        for who, (api, name, line) in enumerate(zip(apis, names, lines, strict=True))
    ]
