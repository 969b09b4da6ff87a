"""Decisions that cost much, in words: what was done, what was better, and why."""

from __future__ import annotations

from heckmeck.cli.verdict import amount_in_words, result_in_words, risk_in_words
from heckmeck.cli.win_words import loss_in_words, percent
from heckmeck.games import AnyGame, Move, RollAndKeep
from heckmeck.games.dice import WORM
from heckmeck.games.karteneck.cards import has_worm
from heckmeck.games.turn import Keep, Roll
from heckmeck.games.wording import number_word
from heckmeck.play.win_accounts import WinJudged, WinMoment

SAFER = 0.05
"""A chance to fail that is lower by this is worth saying."""
WORTH_SAYING = 0.3
"""A gain in a round that is higher by this is worth saying."""


def moment_in_words(game: AnyGame, chosen: str, judged: WinJudged, moment: WinMoment) -> str:
    """Say in two or three sentences what was done, what was better and why, and what it cost."""
    move, best = game.parse(chosen), game.parse(judged.best)
    assert isinstance(move, Move)
    assert isinstance(best, Move)
    if isinstance(game, RollAndKeep):
        told = _turn_in_words(move, best, moment)
    else:
        told = _round_in_words(move, best, moment, game.unit)
    return f"{told} It cost {loss_in_words(judged.lost)}."


def _turn_in_words(move: Move, best: Move, moment: WinMoment) -> str:
    if isinstance(move, Keep) and isinstance(best, Keep):
        return _kept(move, best, moment)
    if isinstance(move, Roll):
        return _rolled(moment)
    if isinstance(best, Roll):
        return _stopped(moment)
    return f"Took {_prize(moment.likely)}: {_prize(moment.best_likely)} was better{_prizes(move, best)}."


def _prizes(move: Move, best: Move) -> str:
    """Say what taking one prize does that taking another one does not."""
    steals, better_steals = (str(each).startswith("steal") for each in (move, best))
    if steals == better_steals:
        return ""
    return ": it is somebody else's loss, too" if better_steals else ": it brings the end of the game nearer"


def _round_in_words(move: Move, best: Move, moment: WinMoment, unit: str) -> str:
    """Compare how two moves of a round would have gone on, by simulations.

    These are played by simple heuristics: where they say the opposite, they have no reason to give.
    """
    chosen, better = move.describe(), best.describe()
    failed, best_failed = moment.failed, moment.best_failed
    if failed is None or best_failed is None:
        return f"Chose to {chosen}; to {better} was better."
    if best_failed < failed - SAFER:
        risk = "that is certain to go wrong" if failed == 1 else _clause(risk_in_words(failed))
        return f"Chose to {chosen}: {risk}. To {better} was {_safer(failed, best_failed)}."
    more = (moment.best_gain or 0.0) - (moment.gain or 0.0)
    gain = f": it brings {amount_in_words(more, unit)} more in the round" if more >= WORTH_SAYING else ""
    if best_failed == 1 > failed:
        risk = _clause(risk_in_words(failed))
        return f"Chose to {chosen}: {risk}. To {better} at once was better{gain or _at_once(moment)}."
    if gain:
        return f"Chose to {chosen}. To {better} was better{gain}."
    if more > 0 and moment.likely != moment.best_likely:
        aims = f"most often for {_prize(moment.likely)}", f"most often for {_prize(moment.best_likely)}"
        return f"Chose to {chosen}, {aims[0]}. To {better} was better: {aims[1]}."
    return f"Chose to {chosen}. To {better} was better{_at_once(moment) or _about_worms(move, best, moment)}."


def _at_once(moment: WinMoment) -> str:
    """Say what the better move does at once that the other one does not."""
    cards, points = _more(moment.left, moment.best_left), _more(moment.counts, moment.best_counts)
    if cards > 0:
        return f": it keeps {number_word(cards)} more {'card' if cards == 1 else 'cards'} in the hand"
    if points > 0:
        return f": the layout counts {points} more"
    return ": it keeps the higher cards in the hand" if points < 0 == cards else ""


def _about_worms(move: Move, best: Move, moment: WinMoment) -> str:
    """Say whether a worm is laid, where nothing else differs."""
    lays, better_lays = (str(each).startswith("lay W") for each in (move, best))
    if lays and not better_lays:
        return ": it keeps worms in the hand"
    return ": every layout needs a worm" if better_lays and not lays and not has_worm(moment.layout) else ""


def _more(chosen: int | None, best: int | None) -> int:
    return 0 if chosen is None or best is None else best - chosen


def _rolled(moment: WinMoment) -> str:
    """Somebody rolled on and should have stopped."""
    risk = _clause(risk_in_words(moment.failed or 0.0))
    if moment.best_failed:
        return f"Rolled on with {moment.total} in hand: {risk}, and here failing at once would have been better."
    return f"Rolled on with {moment.total} in hand: {risk}, and {_prize(moment.best_likely)} was certain."


def _stopped(moment: WinMoment) -> str:
    """Somebody stopped and should have rolled on."""
    risk = _clause(risk_in_words(moment.best_failed or 0.0))
    aim = "" if moment.best_likely is None else f", and most often it leads to {_prize(moment.best_likely)}"
    taken = "with nothing" if moment.likely is None else f"for {_prize(moment.likely)}"
    return f"Stopped at {moment.total} {taken}. Another roll was better: {risk}{aim}."


def _kept(move: Keep, best: Keep, moment: WinMoment) -> str:
    failed, best_failed = moment.failed or 0.0, moment.best_failed or 0.0
    done = f"Kept {_dice(move, moment)}: {_clause(risk_in_words(failed))}."
    single = moment.rolled.count(best.face) == 1
    better = f"{_dice(best, moment).capitalize()} {'was' if single else 'were'}"
    if best_failed < failed - SAFER or moment.decisive is None:
        return f"{done} {better} {_safer(failed, best_failed)}."
    return f"{done} {better} better: {_leads_to(moment, single)}."


def _leads_to(moment: WinMoment, single: bool) -> str:
    """Say how much likelier the decisive result is with the better dice, or less likely."""
    chance, best_chance, result = moment.chance or 0.0, moment.best_chance or 0.0, _prize(moment.decisive)
    if best_chance == 1:
        return f"{'it makes' if single else 'they make'} {result} certain"
    often = "more often" if best_chance > chance else "less often"
    leads = "it leads" if single else "they lead"
    return f"{leads} to {result} {often}, {percent(best_chance)} instead of {percent(chance)}"


def _dice(keep: Keep, moment: WinMoment) -> str:
    """Name the dice that are kept: the worms, the 5."""
    name = "worm" if keep.face == WORM else keep.face
    return f"the {name}" if moment.rolled.count(keep.face) == 1 else f"the {name}s"


def _safer(failed: float, best_failed: float) -> str:
    """Say how risky the safer move is; risks that read alike are not said twice."""
    risk = risk_in_words(best_failed)
    return "a little safer" if risk == risk_in_words(failed) else f"safer: {_clause(risk)}"


def _prize(result: str | None) -> str:
    return "nothing" if result is None else result_in_words(result)


def _clause(sentence: str) -> str:
    """Return a sentence to be part of another one."""
    return sentence[0].lower() + sentence[1:].removesuffix(".")
