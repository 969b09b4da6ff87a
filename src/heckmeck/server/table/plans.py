"""Checks of the plans of tables and of their bots."""

from __future__ import annotations

from heckmeck.games import BadSetup
from heckmeck.games.setup import show
from heckmeck.server.table.environment import Bots, Refusal
from heckmeck.server.table.hosted_games import hosted_game
from heckmeck.server.table.messages import MAX_SEATS, MIN_SEATS, Plan
from heckmeck.server.table.text import BadText, clean_chat

MAX_TITLE = 60


def check_plan(plan: Plan) -> None:
    """Refuse a plan for a table that could not be played at."""
    game = hosted_game(plan.game)
    if {"seats", "first"} & set(plan.options):
        raise BadSetup("bad_option", "The number of seats is not an option of a game.")
    game.setup(**{**plan.options, "seats": plan.seats})
    if not MIN_SEATS <= plan.seats <= MAX_SEATS:
        raise BadSetup("bad_seats", f"A table has {MIN_SEATS} to {MAX_SEATS} seats.")
    if plan.title:
        try:
            clean_chat(plan.title, MAX_TITLE)
        except BadText:
            raise BadSetup("bad_title", "A title must be a few words of visible characters.") from None
    if plan.timer and plan.timer < 5:
        raise BadSetup("bad_timer", "A decision needs at least 5 seconds.")


def check_bot(game: str, bot: str, bots: Bots) -> None:
    """Refuse a bot that does not exist or may not sit at a table of this game."""
    names = bots.names(game)
    if bot not in names:
        known = ", ".join(names) or "none"
        raise Refusal("unknown_bot", f"There is no bot {show(bot)} for this game; there are {known}.")
