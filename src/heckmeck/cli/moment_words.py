"""Decisions that cost much, in words: what lay there, what was done, what was better, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heckmeck.cli.card_moment_words import SAFER, Table, no_reason, round_in_words, tables_at
from heckmeck.cli.verdict import result_in_words, risk_clause, risk_in_words
from heckmeck.cli.win_words import loss_in_words, times_in_words
from heckmeck.games import AnyGame, Move, RollAndKeep, get
from heckmeck.games.dice import WORM
from heckmeck.games.karteneck.cards import card_names
from heckmeck.games.turn import Keep, Roll
from heckmeck.games.wording import number_word
from heckmeck.play import Record
from heckmeck.play.dice_win_review import AND_MORE
from heckmeck.play.review import Judged, Moment, Review
from heckmeck.play.win_accounts import WinJudged, WinMoment

BOTH_RISKS = 0.1
"""Where the chances to fail differ by more than this, both are said."""


def situation_in_words(moment: Moment | WinMoment) -> str:
    """Say what lay there at a decision: the dice, or the cards in the layout and in the hand.

    >>> situation_in_words(Moment(7, 0, kept="55W", rolled="14"))
    'kept 55W, rolled 14'
    >>> situation_in_words(Moment(7, 0, layout=(1, 2), hand=(5, 5, 14)))
    'laid 1 2, hand 5 5 W9'
    """
    shown = {
        "kept": moment.kept,
        "rolled": moment.rolled,
        "laid": card_names(moment.layout),
        "hand": card_names(moment.hand),
    }
    return ", ".join(f"{name} {pieces}" for name, pieces in shown.items() if pieces)


class ToldMoment(NamedTuple):
    """A costly decision in words: when it was, with what lay there, and what it was about."""

    seat: int
    when: str
    text: str


def moments_in_words(record: Record, review: Review, names: Sequence[str]) -> list[ToldMoment]:
    """Tell the costliest decisions of a game, by the chances to win where these are known."""
    game = get(record.game)
    judged = {each.step: each for each in review.decisions}
    if review.wins is None:
        return [_told(judged[each.step], each, _worms_moment(judged[each.step], game.unit)) for each in review.moments]
    moments = review.wins.moments
    by_wins = {each.step: each for each in review.wins.decisions}
    tables = {} if isinstance(game, RollAndKeep) else tables_at(record, game, names, [each.step for each in moments])
    return [
        _told(
            judged[each.step],
            each,
            moment_in_words(game, record.steps[each.step - 1], by_wins[each.step], each, tables.get(each.step)),
        )
        for each in moments
    ]


def _told(judged: Judged, moment: Moment | WinMoment, text: str) -> ToldMoment:
    lay = situation_in_words(moment)
    return ToldMoment(judged.seat, f"{judged.turn}{f': {lay}' if lay else ''}", text)


def _worms_moment(judged: Judged, unit: str) -> str:
    return f"Chose {judged.move}; {judged.best} was better, by {judged.lost:.1f} {unit}."


def moment_in_words(
    game: AnyGame, chosen: str, judged: WinJudged, moment: WinMoment, table: Table | None = None
) -> str:
    """Say in two or three sentences what was done, what was better and why, and what it cost."""
    move, best = game.parse(chosen), game.parse(judged.best)
    assert isinstance(move, Move)
    assert isinstance(best, Move)
    if isinstance(game, RollAndKeep):
        told = _turn_in_words(move, best, judged, moment, game.unit)
    else:
        told = round_in_words(move, best, judged, moment, table)
    return f"{told} It cost {loss_in_words(judged.lost)}."


def _turn_in_words(move: Move, best: Move, judged: WinJudged, moment: WinMoment, unit: str) -> str:
    if isinstance(move, Keep) and isinstance(best, Keep):
        return _kept(move, best, judged, moment, unit)
    if isinstance(move, Roll):
        return _rolled(moment)
    if isinstance(best, Roll):
        return _stopped(moment, unit)
    return f"Took {_prize(moment.likely)}: {_prize(moment.best_likely)} was better{_prizes(move, best)}."


def _prizes(move: Move, best: Move) -> str:
    """Say what taking one prize does that taking another one does not."""
    steals, better_steals = (str(each).startswith("steal") for each in (move, best))
    if steals == better_steals:
        return ""
    return ": it is somebody else's loss, too" if better_steals else ": it brings the end of the game nearer"


def _rolled(moment: WinMoment) -> str:
    """Somebody rolled on and should have stopped."""
    risk = risk_clause(moment.failed or 0.0)
    if moment.best_failed:
        return f"Rolled on with {moment.total} in hand: {risk}, and here failing at once would have been better."
    return f"Rolled on with {moment.total} in hand: {risk}, and {_prize(moment.best_likely)} was certain."


def _stopped(moment: WinMoment, unit: str) -> str:
    """Somebody stopped and should have rolled on."""
    failed = moment.best_failed or 0.0
    won = "with nothing" if moment.likely is None else f"for {_prize(moment.likely)}"
    stopped = f"Stopped at {moment.total} {won}. Another roll was better"
    reason = _leads_to(moment, unit, single=True)
    if moment.decisive is not None and moment.best_chance != 1:
        reason = f"{times_in_words(moment.best_chance or 0.0)} it leads to {_result(moment.decisive, unit)}"
    if moment.likely is not None and failed >= BOTH_RISKS:  # something is at stake
        return f"{stopped} all the same: {risk_clause(failed)}, but {reason or 'what it wins makes up for that'}."
    if not reason and moment.best_likely is not None:
        reason = f"most often it leads to {_prize(moment.best_likely)}"
    return f"{stopped}: {risk_clause(failed)}{f', and {reason}' if reason else ''}."


def _kept(move: Keep, best: Keep, judged: WinJudged, moment: WinMoment, unit: str) -> str:
    failed, best_failed = moment.failed or 0.0, moment.best_failed or 0.0
    done = f"Kept {_dice(move, moment)}: {_risk(failed, single=moment.rolled.count(move.face) == 1)}."
    single = moment.rolled.count(best.face) == 1
    better = f"{_dice(best, moment).capitalize()} {'was' if single else 'were'}"
    risk, they = _risk(best_failed, single), "it" if single else "they"
    reason = _leads_to(moment, unit, single)
    if best_failed > failed + BOTH_RISKS:
        reason = reason.removeprefix(f"{they} ") or f"what {they} win{'s' if single else ''} makes up for that"
        return f"{done} {better} better all the same: {risk}, but {reason}."
    if reason:
        safer = f"{risk}, and " if best_failed < failed - BOTH_RISKS else ""
        return f"{done} {better} better: {safer}{reason}."
    if best_failed < failed - SAFER:
        alike = risk_in_words(best_failed) == risk_in_words(failed)
        return f"{done} {better} {'a little safer' if alike else f'safer: {risk}'}."
    return f"{done} {better} better. {no_reason(judged.lost, 'it wins' if single else 'they win')}"


def _leads_to(moment: WinMoment, unit: str, single: bool) -> str:
    """Say how much likelier the decisive result is with the better move, or less likely; nothing if there is none."""
    if moment.decisive is None:
        return ""
    chance, best_chance, result = moment.chance or 0.0, moment.best_chance or 0.0, _result(moment.decisive, unit)
    they, s = ("it", "s") if single else ("they", "")
    if best_chance == 1:
        return f"{they} make{s} {result} certain"
    if chance == 0:
        return f"only {they} lead{s} to {result}, {times_in_words(best_chance)}"
    if best_chance == 0:
        return f"{they} never lead{s} to {result}"
    often = "more often" if best_chance > chance else "less often"
    best_times, times = times_in_words(best_chance), times_in_words(chance)
    if times == best_times:
        return f"{they} lead{s} to {result} a little {often}"
    return f"{they} lead{s} to {result} {often}, {best_times} instead of {times}"


def _result(decisive: str, unit: str) -> str:
    """Name a result, or all with at least so many worms."""
    if decisive.endswith(AND_MORE):
        return f"at least {number_word(int(decisive.removesuffix(AND_MORE)))} {unit}"
    return result_in_words(decisive)


def _dice(keep: Keep, moment: WinMoment) -> str:
    """Name the dice that are kept: the worms, the 5."""
    name = "worm" if keep.face == WORM else keep.face
    return f"the {name}" if moment.rolled.count(keep.face) == 1 else f"the {name}s"


def _risk(failed: float, single: bool) -> str:
    """Say how often dice go wrong, as a clause."""
    clause = risk_clause(failed)
    if single:
        return clause
    for one, several in (("it goes", "they go"), ("it works", "they work"), ("it is", "they are")):
        clause = clause.replace(one, several)
    return clause


def _prize(result: str | None) -> str:
    return "nothing" if result is None else result_in_words(result)
