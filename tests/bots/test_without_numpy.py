"""Champions play where there is no numpy, and choose the same moves."""

from random import Random

from heckmeck.bots.champion import ChampionBot
from heckmeck.games import CHANCE, get, get_dice_game
from heckmeck.games.dice_view import DiceView
from helpers.without_numpy import choices_of_champions


def decisions(name: str, number: int) -> list[DiceView]:
    """Some decisions of a game between champions, with all kinds of turns."""
    game = get(name)
    bot, state, source = ChampionBot(Random(1)), game.start(game.setup(seats=2)), Random(6)
    found: list[DiceView] = []
    while (actor := game.to_act(state)) is not None:
        if actor is CHANCE:
            state = game.apply(state, game.sample(state, source)).state
        else:
            assert isinstance(actor, int)
            found.append(game.view(state, actor))
            state = game.apply(state, bot.choose(found[-1])).state
    return Random(2).sample(found, number)


def test_the_same_moves_are_chosen() -> None:
    views = [view for name in ("bratwurmeck", "barbecue") for view in decisions(name, 8)]
    texts = [get_dice_game(view.game).position(view) for view in views]
    assert choices_of_champions(texts) == [str(ChampionBot(Random(1)).choose(view)) for view in views]
