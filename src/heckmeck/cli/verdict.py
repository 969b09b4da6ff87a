"""What the coach says of the choices in words, before any figure.

The browser says the same: `web/src/coach/verdict.ts` has the same limits.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from heckmeck.cli.win_words import NO_LOSS, chance_in_words, loss_in_words
from heckmeck.play.advice import Option

CLOSE = 0.2
"""A loss up to this is none, in worms or points."""
BLUNDER = 0.75
"""A loss from here on is a blunder."""
WIN_CLOSE = 0.005
"""A loss up to this is none, as a share of wins in a game for two; with more players it is less."""
WIN_BLUNDER = 0.03
"""A loss from here on is a blunder, likewise."""
SAFE = 0.55
"""Below this chance to win something a choice is risky."""
RISKIER = 0.05
"""A chance to win something that is lower by this makes a choice the riskier one."""
NEARLY_SAFE = 0.03
"""A chance to fail below this is negligible."""
HOPELESS = 0.97
"""A choice that fails more often than this hardly ever works."""
EVEN = 0.1
"""Chances this close to one half are told as every other time."""
ERRORS = 2
"""Differences below this number of standard errors may be chance."""
HARDLY = 0.1
"""A loss below this is hardly anything."""
LIKELY = 0.25
"""A result with a greater chance than this is worth naming."""

HEADLINES = {
    "good": "that is good.",
    "risky": "risky, but nothing is better.",
    "fair": "nothing is better.",
    "poor": "nothing is better.",
    "better": "that is better.",
    "about equal": "the best choices are about equal.",
}


def grade(option: Option, options: Sequence[Option], seats: int = 2) -> str:
    """Judge a choice: exact ones as good, risky, fair or poor, estimated ones as better, about equal or worse.

    What counts is what is lost against the best choice: of the chance to win, or where that is not known of the gain.
    """
    best = options[0]
    if best.error is not None and not _known(best, option):
        return _estimated_grade(option, options)
    lost, close, blunder = best.gain - option.gain, CLOSE, BLUNDER
    if best.win is not None and option.win is not None:
        # The more players there are, the smaller everybody's share is, and what can be lost of it.
        unit = 2 / seats
        lost, close, blunder = best.win - option.win, unit * WIN_CLOSE, unit * WIN_BLUNDER
    success, best_success = _success(option), _success(best)
    if lost >= blunder:
        return "poor"
    if 0 < success < SAFE:  # what cannot succeed is no risk
        return "risky"
    if lost <= close:
        return "good"
    # It costs a little: by its risk, or by winning too little.
    return "risky" if 0 < success < best_success - RISKIER else "fair"


def _estimated_grade(option: Option, options: Sequence[Option]) -> str:
    best, *others = options
    if option is not best:
        return "worse" if _differ(best, option) else "about equal"
    return "about equal" if others and not _differ(best, others[0]) else "better"


def _known(*options: Option) -> bool:
    """Whether the chances to win are known."""
    return all(option.win is not None for option in options)


def sentences(options: Sequence[Option], unit: str, seats: int = 2) -> list[str]:
    """Say what to do, and then why; the first sentence is enough where there is little room."""
    best = options[0]
    if len(options) == 1:
        return [f"{best.move}: there is no other choice."]
    second = options[1]
    first = f"{best.move}: {HEADLINES[grade(best, options, seats)]}"
    if best.win is not None and second.win is not None:
        odds = _odds(best)[:1] if best.error is None else []
        return [
            first,
            f"You win {chance_in_words(best.win)} with it.",
            *odds,
            *_fewer(options, unit),
            _rival(best, second),
        ]
    if best.error is None:
        return [first, *_odds(best), _alternative(best, second, unit)]
    return [first, _standing(best.gain, unit), _estimated_alternative(best, second, unit)]


def _rival(best: Option, second: Option) -> str:
    """Compare the two best choices by the chance to win."""
    lost = (best.win or 0.0) - (second.win or 0.0)
    if lost < NO_LOSS:
        return f'"{second.move}" wins as often.'
    return f'"{second.move}" costs {loss_in_words(lost)}.'


def _fewer(options: Sequence[Option], unit: str) -> list[str]:
    """Say where another choice would bring more: winning is something else than collecting."""
    best, most = options[0], max(options, key=lambda option: option.gain)
    if best.error is not None or most.gain - best.gain <= CLOSE:
        return []
    return [f'"{most.move}" brings {amount_in_words(most.gain - best.gain, unit)} more, but wins less often.']


def _success(option: Option) -> float:
    return 1.0 if option.success is None else option.success


def _differ(one: Option, other: Option) -> bool:
    return one.gain - other.gain > ERRORS * hypot(one.error or 0, other.error or 0)


def _odds(option: Option) -> list[str]:
    """Say how likely a choice goes well, and what it leads to most often."""
    from heckmeck.solve.odds import FAILED  # needs numpy, like the advice itself

    failed = sum(result.chance for result in option.results if result.name == FAILED)
    won = max(
        (result for result in option.results if result.name != FAILED), key=lambda each: each.chance, default=None
    )
    if won is not None and len(option.results) == 1:
        return [f"It is certain to end with {result_in_words(won.name)}."]
    likely = (
        [f"Most likely it ends with {result_in_words(won.name)}."] if won is not None and won.chance > LIKELY else []
    )
    return [risk_in_words(failed), *likely]


def result_in_words(result: str) -> str:
    """Name a result of a turn.

    >>> result_in_words("26"), result_in_words("snail")
    ('the 26', 'a snail')
    """
    return (
        f"the {result}"
        if result.isdecimal()
        else {"snail": "a snail", "end": "the end of the game"}.get(result, result)
    )


def risk_in_words(failed: float) -> str:
    """Say how often a choice goes wrong.

    >>> risk_in_words(0.01), risk_in_words(0.34)
    ('It is as good as safe.', 'It goes wrong 1 time in 3.')
    >>> risk_in_words(0.45), risk_in_words(0.8)
    ('It goes wrong every other time.', 'It works only 1 time in 5.')
    >>> risk_in_words(0.61), risk_in_words(1.0)
    ('It works only 1 time in 3.', 'It is certain to go wrong.')
    """
    if failed < NEARLY_SAFE:
        return "It is as good as safe."
    if failed > HOPELESS:
        return "It is certain to go wrong." if failed == 1 else "It hardly ever works."
    if abs(failed - 0.5) < EVEN:
        return "It goes wrong every other time."
    if failed < 0.5:
        return f"It goes wrong 1 time in {_times(failed)}."
    return f"It works only 1 time in {_times(1 - failed)}."


def risk_clause(failed: float) -> str:
    """Say the same as a part of a sentence."""
    sentence = risk_in_words(failed)
    return sentence[0].lower() + sentence[1:].removesuffix(".")


def _times(chance: float) -> int:
    """Return the number of times of which about one is meant; one in two is told as every other time."""
    return max(3, int(1 / chance + 0.5))


def _alternative(best: Option, second: Option, unit: str) -> str:
    loss = best.gain - second.gain
    amount = "as much" if loss < HARDLY else f"{amount_in_words(loss, unit)} less"
    return f'"{second.move}" brings {amount}.'


def _standing(gain: float, unit: str) -> str:
    if abs(gain) < CLOSE:
        return "It should leave you level with the others in this round."
    if gain > 0:
        return f"It should leave you {amount_in_words(gain, unit)} ahead of the others in this round."
    return f"Even so this round should cost you {amount_in_words(gain, unit)} against the others."


def _estimated_alternative(best: Option, second: Option, unit: str) -> str:
    if _differ(best, second):
        return f'"{second.move}" looks worse by {amount_in_words(best.gain - second.gain, unit)}.'
    return f'The estimate cannot tell it from "{second.move}".'


def amount_in_words(amount: float, unit: str) -> str:
    """Return an amount rounded to what people have a feeling for.

    >>> amount_in_words(0.1, "worms"), amount_in_words(-0.5, "worms")
    ('a little', 'about half a worm')
    >>> amount_in_words(1.1, "points"), amount_in_words(2.9, "points")
    ('about a point', 'about 3 points')
    """
    size, noun = abs(amount), unit.removesuffix("s")
    if size < 0.3:
        return "a little"
    if size < 0.75:
        return f"about half a {noun}"
    if size < 1.25:
        return f"about a {noun}"
    return f"about one and a half {unit}" if size < 1.75 else f"about {round(size)} {unit}"
