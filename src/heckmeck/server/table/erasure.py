"""Erasing a player from the log of a table: the games stay, under an anonymous player.

This is the one exception to "an entry never changes".
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from heckmeck.server.table import entries
from heckmeck.server.table.holder import Holder

SOMEBODY = "Somebody"
"""The name of erased players."""
UNSAID = "…"
"""The text that replaces their messages."""
ALL_TABLES = "*"
"""The text of an order to erase a player whose tables are not known yet; later it lists the tables that are left."""


class Erasure(NamedTuple):
    """A player, and the id that replaces theirs: a different one at each table, so that the tables cannot be linked."""

    player: str
    alias: str

    def command(self, command: str) -> str:
        """Return the id of a command, which begins with the id of its player, without the player.

        >>> Erasure("ann", "x").command("ann.sit-1"), Erasure("ann", "x").command("bot:57")
        ('x.sit-1', 'bot:57')
        """
        by, dot, rest = command.partition(".")
        return f"{self.alias}.{rest}" if dot and by == self.player else command

    def entry(self, entry: entries.AnyEntry, *, by_player: bool) -> entries.AnyEntry:
        """Return an entry without the player; `by_player` says whether it resulted from the player's command."""
        match entry:
            case entries.Opened(player=self.player):
                return replace(entry, player=self.alias, plan=replace(entry.plan, title=""))
            case entries.Sat(player=self.player):
                return replace(entry, player=self.alias, name=SOMEBODY, portrait="")
            case entries.Said() if by_player:
                return replace(entry, name=SOMEBODY, text=UNSAID)
            case entries.Began(standing=entries.Standing() as standing):
                return replace(entry, standing=self._standing(standing))
        return entry

    def _standing(self, standing: entries.Standing) -> entries.Standing:
        host = self.alias if standing.host == self.player else standing.host
        return replace(standing, host=host, seats=tuple(map(self._holder, standing.seats)))

    def _holder(self, holder: Holder | None) -> Holder | None:
        if holder is None or holder.player != self.player:
            return holder
        return replace(holder, player=self.alias, name=SOMEBODY, portrait="")
