"""The coach at the keyboard: advice for the person to act, worked out while the table is already on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from threading import Thread

from heckmeck.bots.win_shares import why_no_win_shares
from heckmeck.games import Event, GameError, View, get
from heckmeck.play.advice import Option, advise

PATIENCE = 0.25
"""Seconds until the table is shown without the advice: most of it is there sooner, and so nothing flickers."""

Answer = Future[tuple[Option, ...]]


def ask_coach(view: View, history: Sequence[Event]) -> Answer:
    """Ask what the moves of the seat to act are worth, from nothing but what that seat may see."""
    answer: Answer = Future()
    Thread(target=_work_out, args=(answer, view, tuple(history)), daemon=True).start()
    return answer


def _work_out(answer: Answer, view: View, history: Sequence[Event]) -> None:
    try:
        answer.set_result(advise(view, history))
    except Exception as error:  # a game or an estimator of another package may do anything: the game goes on
        answer.set_exception(error)


def why_not(error: BaseException, view: View) -> str:
    """Say in a sentence why there is no advice."""
    if isinstance(error, GameError) and error.code == "no_advice":
        return f"I do not know {get(view.game).title} well enough to give advice. You are on your own here."
    return f"I could not work this out: {error}"


def why_no_chances(options: Sequence[Option], view: View) -> list[str]:
    """Say in a sentence why the chances to win are not known, and that something else counts then."""
    reason = why_no_win_shares(view.setup)
    if reason is None or options[0].win is not None:
        return []
    return [f"{reason} So I count {get(view.game).unit}."]
