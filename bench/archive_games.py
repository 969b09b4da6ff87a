"""Games of two people and a bot, played through the server's own tables, to measure what is stored."""

from __future__ import annotations

import secrets
import string
from random import Random
from typing import Any

from heckmeck.bots.bot import AnyBot
from heckmeck.bots.registry import make
from heckmeck.server.background.bot_catalog import BotCatalog
from heckmeck.server.fairness import commitment_of, new_seed
from heckmeck.server.fairness.luck import ChainLuck
from heckmeck.server.live import live_table
from heckmeck.server.live.hub import Hub
from heckmeck.server.live.live_table import LiveTable
from heckmeck.server.net.identity import new_code, new_player
from heckmeck.server.store import Store
from heckmeck.server.table import messages, moves
from heckmeck.server.table.environment import Caller, Decision
from heckmeck.server.table.messages import Done, Plan
from heckmeck.server.table.state import TableState

GAMES = ("bratwurmeck", "barbecue", "karteneck")
BOT = "greedy"
NAMES = ("Ann", "Bo", "Chloé", "Dirk", "Elif", "Mihai", "Oma Erna", "Zoë")
TALK = ("Hi!", "gg", "Well played!", "Ui, das war knapp", "one more?", "Noch eine Runde?", "Bravo!", "oh no")
LETTERS = string.ascii_lowercase + string.digits


class Players:
    """Plays games at the tables of one process. A simulated clock advances between entries as if people played."""

    def __init__(self, store: Store, seed: int = 1) -> None:
        self.source = Random(seed)
        self.now = 1_700_000_000_000
        self.hub = Hub(store, "bench", BotCatalog(), new_code, max_tables=10**9)
        live_table._now = self._clock  # the tables have no other clock

    def _clock(self) -> int:
        self.now += self.source.randrange(400, 4000)
        return self.now

    async def table(self, game: str, games: int) -> LiveTable:
        """Play some games at a new table, and close it."""
        names = self.source.sample(NAMES, 2)
        people = [Caller(new_player(), name, self.source.choice(("", "fox", "hen"))) for name in names]
        table = await self.hub.open(Plan(game, 3, public=True), people[0])
        seeds = [new_seed() for _ in people]
        for seat, (caller, seed) in enumerate(zip(people, seeds, strict=True)):
            kept = commitment_of(seed)
            await self.give(table, caller, messages.Sit, name=caller.name, seat=seat, commitment=kept)
        await self.give(table, people[0], messages.SeatBot, seat=2, bot=BOT)
        for number in range(games):
            if number:
                seeds = [new_seed() for _ in people]
                for seat, seed in enumerate(seeds):
                    await self.give(table, people[seat], messages.Commit, seat=seat, commitment=commitment_of(seed))
            await self.give(table, people[0], messages.Start)
            for seat, seed in enumerate(seeds):
                await self.give(table, people[seat], messages.Reveal, seat=seat, seed=seed)
            await self._play(table, people)
        await self.give(table, people[0], messages.Close)
        return table

    async def _play(self, table: LiveTable, people: list[Caller]) -> None:
        bots: list[AnyBot] = [make(BOT, table.state.game, self.source) for _ in table.state.seats]
        while table.state.phase == "playing":
            state = table.state
            seat = state.to_act
            assert seat is not None
            first, then = self._choose(state, seat, bots[seat])
            if seat < len(people):
                fields = {"seq": state.seq, "move": first, "then": then}
                await self.give(table, people[seat], messages.MakeMove, **fields)
            else:
                await self._move_bot(table, first, then)
            if self.source.random() < 0.03:
                await self.give(table, self.source.choice(people), messages.Say, text=self.source.choice(TALK))

    def _choose(self, state: TableState, seat: int, bot: AnyBot) -> tuple[str, str | None]:
        first = str(bot.choose(state.game.view(state.state, seat)))
        between = moves.state_between(state, first)
        return first, None if between is None else str(bot.choose(state.game.view(between, seat)))

    async def _move_bot(self, table: LiveTable, first: str, then: str | None) -> None:
        def choose(state: TableState, luck: ChainLuck) -> Decision:
            return moves.move(state, first, luck, then=then, by_bot=True)

        await table.act(f"bot:{table.state.moved_seq}", choose)

    async def give(self, table: LiveTable, by: Caller, kind: type[messages.Command], **fields: Any) -> None:
        """Send a command with an id like those of browsers."""
        name = "".join(secrets.choice(LETTERS) for _ in range(20))
        reply = await table.command(kind(name, **fields), by)  # type: ignore[arg-type]
        assert isinstance(reply, Done), reply
