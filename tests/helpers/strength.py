"""Which of two bots is better, by games with the same luck on both sides."""

from heckmeck.games import AnyGame
from heckmeck.play import Arena


def interval(game: AnyGame, bot: str, other: str, deals: int, **options: object) -> tuple[float, float]:
    """Return the 95 % interval of a bot's share of the wins against another, from two games a deal."""
    arena = Arena(game, [bot, other], seats=2, seed="strength", options=options)
    for _ in arena.play(deals):
        pass
    score = arena.scores[bot, other]
    assert score.forfeits == []
    return score.measured.low, score.measured.high
