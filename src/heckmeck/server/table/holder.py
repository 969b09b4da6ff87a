"""The holder of a seat."""

from __future__ import annotations

from msgspec import Struct


class Holder(Struct, frozen=True, gc=False, omit_defaults=True):
    """The holder of a seat: a person, a bot, or a bot for a person who is away."""

    name: str
    player: str | None = None
    bot: str | None = None
    commitment: str | None = None
    portrait: str = ""

    @property
    def present(self) -> bool:
        """Whether a person plays here."""
        return self.player is not None and self.bot is None
