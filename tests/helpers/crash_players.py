"""Players for a server that dies repeatedly: they play, chat, sit down and leave, and remember everything.

Each remembers every entry that it was sent and every command that was acknowledged, until they were checked. After a
broken connection it resumes from the last sequence number that it saw, and repeats unanswered commands under the same
ids. What has to survive the end of this program is a `Kept`: a player can be made again from it.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import NamedTuple

import msgspec
from msgspec import Struct

from heckmeck.server.fairness import commitment_of
from heckmeck.server.fairness.seed import SEED_BYTES
from helpers.crash_connections import LOST, HttpLine, Line, Message, SocketLine
from helpers.wire import Address, Api

UNCERTAIN = ("not_kept", "store_failed")
"""Refusals after which the same command has to be sent again."""
NEWS = ("table", "position", "due", "ended")
"""Parts of an entry that only clients connected at the time get."""


SEEDS_APART = 1000
"""Number of seeds that are left out when a player is made from a `Kept`, because an earlier run may have used them."""


class Kept(Struct):
    """What a player has to know in order to continue in another run of this program."""

    name: str
    token: str
    code: str
    by_http: bool
    seq: int = 0
    """The last entry that was seen and checked."""
    seeds: int = 0
    """Number of seeds made so far."""
    unanswered: dict[str, Message] = {}


class Window(NamedTuple):
    """What a player remembers since the last check."""

    kept: Kept
    """The player at this moment; its `seq` is the last entry of `seen`."""
    first: int
    """The last entry before those in `seen`."""
    seen: list[Message]
    welcomes: list[Message]
    acknowledged: dict[str, int]
    refused: set[str]


class Player:
    """A player at a table who does random things, all of them legal."""

    def __init__(self, kept: Kept, api: Api, line: Line, source: Random) -> None:
        self.api = api
        self.code = kept.code
        self.acknowledged: dict[str, int] = {}
        """The numbers of commands, by their ids, since the last check."""
        self.refused: set[str] = set()
        """Commands that were refused since the last check."""
        self.seen: list[Message] = []
        """The entries since the last check, in order, without the parts that only connected clients get."""
        self.welcomes: list[Message] = []
        self.done = 0
        """Number of commands that were acknowledged."""
        self.by_bots = 0
        """Moves of bots that were seen."""
        self.stopping = False
        self._kept = kept
        self._name = kept.name
        self._first = kept.seq
        self._settled: dict[str, int] = {}
        """Commands of the last check: a second answer to one of them may still arrive."""
        self._source = source
        self._line = line
        self._unanswered = dict(kept.unanswered)
        self._seeds: dict[str, str] = {}
        self._made = kept.seeds
        self._table: Message = {}
        self._position: Message = {}
        self._mine: list[int] = []
        self._host = False

    @property
    def seq(self) -> int:
        """The last entry seen."""
        return self.seen[-1]["seq"] if self.seen else self._first

    def window(self) -> Window:
        """Return what is remembered now."""
        now = {"seq": self.seq, "seeds": self._made, "unanswered": dict(self._unanswered)}
        kept = msgspec.structs.replace(self._kept, **now)
        return Window(
            kept, self._first, list(self.seen), list(self.welcomes), dict(self.acknowledged), set(self.refused)
        )

    def forget(self, window: Window) -> None:
        """Forget what was checked."""
        self._first = window.kept.seq
        self._settled = window.acknowledged
        self.refused -= window.refused
        del self.seen[: len(window.seen)], self.welcomes[: len(window.welcomes)]
        for name in window.acknowledged:
            del self.acknowledged[name]

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
        while await self._read() != "welcome":
            pass
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

    async def _read(self, seconds: float = 30) -> str:
        """Process one message and return its type."""
        async with asyncio.timeout(seconds):
            message = await self._line.read()
        kind: str = message["type"]
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
            self._take_answer(message["id"], message["seq"])
        if kind == "refused":
            await self._take_refusal(message)
        if kind == "bye":
            raise ConnectionError(message["code"])
        return kind

    def _take_answer(self, name: str, seq: int) -> None:
        self._unanswered.pop(name, None)
        known = self.acknowledged.get(name, self._settled.get(name))
        assert known in (None, seq), "another answer"
        if known is None:
            self.acknowledged[name] = seq
            self.done += 1

    async def _take_refusal(self, message: Message) -> None:
        name = message["id"]
        assert name not in self.acknowledged | self._settled, "refused after it was done"
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
            seed = self._seed_of(commitment) if self._table["seeds"][seat] is None else None
            return [("reveal", {"seat": seat, "seed": seed})] if seed else []
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
        self._made += 1
        return self._commitment(self._made)

    def _commitment(self, number: int) -> str:
        """Return the commitment to a seed that follows from the token, so that it is known after an interruption."""
        seed = hashlib.sha256(f"{self.api.token} {number}".encode()).hexdigest()[: 2 * SEED_BYTES]
        commitment = commitment_of(seed)
        self._seeds[commitment] = seed
        return commitment

    def _seed_of(self, commitment: str | None) -> str | None:
        if commitment and commitment not in self._seeds:  # it was made in an earlier run
            for number in range(max(1, self._made - 2 * SEEDS_APART), self._made):
                self._commitment(number)
        return self._seeds.get(commitment or "")


def made(kept: Kept, server: Address, source: Random, socket_line: Callable[[Api, str], Line] = SocketLine) -> Player:
    """Return a new player."""
    api = Api(server, kept.token)
    line = HttpLine(api, kept.code) if kept.by_http else socket_line(api, kept.code)
    return Player(kept, api, line, source)


def made_again(kept: Kept, server: Address, source: Random) -> Player:
    """Return a player of an earlier run."""
    return made(msgspec.structs.replace(kept, seeds=kept.seeds + SEEDS_APART), server, source)


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
    each = zip(servers, apis, names, strict=True)
    return [
        made(Kept(name, api.token, code, who == 0), server, Random(f"{number} {who}"), socket_line)
        for who, (server, api, name) in enumerate(each)
    ]
