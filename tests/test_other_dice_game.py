"""A dice game of another package gets odds, bots, advice, reviews and luck from its own answers."""

from random import Random

import pytest

from heckmeck.bots import bots_for
from heckmeck.games import all_games, get, registry
from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckState, BratwurmeckView
from heckmeck.games.dice import Die
from heckmeck.play import Arena, Record, bot_table, decode, encode, replay
from heckmeck.play.advice import advise
from heckmeck.play.luck import luck
from heckmeck.play.review import review
from heckmeck.solve import turn_solver
from heckmeck.solve.odds import odds


class SausageView(BratwurmeckView):
    __slots__ = ()

    game = "sausage"


class Sausage(Bratwurmeck):
    """Bratwurmeck with a 6 instead of the 5."""

    name = "sausage"
    title = "Sausage"
    die = Die("12346W")

    def _view(self, state: BratwurmeckState, seat: int | None) -> SausageView:
        return SausageView(*super()._view(state, seat))


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Sausage:
    """The game, as if its package were installed."""
    game = Sausage()
    monkeypatch.setattr(registry, "_installed", {game.name: game})
    assert get("sausage") is all_games()["sausage"] is game
    return game


@pytest.fixture
def record(game: Sausage) -> Record:
    table = bot_table(game, game.setup(seats=3), ["greedy", "cautious", "random"], seed="1")
    table.finish()
    assert table.fault is None
    return decode(encode(table.record()))


def test_its_sums_are_those_of_its_own_die(game: Sausage) -> None:
    assert turn_solver(game).sums == game.sums == 49
    assert odds(game.view(game.start(game.setup(seats=2)), 0)).best.gain > 1.8, "a 6 helps"


def test_all_bots_for_dice_play_it(game: Sausage) -> None:
    assert list(bots_for(game)) == ["random", "cautious", "sure", "greedy"]
    arena = Arena(game, ["greedy", "cautious", "random"], seats=2, seed="1", options={"portions": (21, 24)})
    for _ in arena.play(deals=40):
        pass
    assert [score.forfeits for score in arena.scores.values()] == [[], [], []]
    points = [rating.value for rating in arena.ratings().values()]
    assert points == sorted(points, reverse=True)


def test_its_decisions_are_judged_exactly(game: Sausage, record: Record) -> None:
    found = review(record)
    assert found.exact
    assert len(found.decisions) == sum(not step.startswith("=") for step in record.steps)
    assert found.lost[0] < found.lost[2], "random loses more than greedy"
    assert luck(record) == list(found.luck)
    assert len(found.luck) == 3


def test_it_has_advice(game: Sausage, record: Record) -> None:
    state = Random(1).choice([step.state for step in replay(record) if not step.state.turn.rolling])
    view = game.view(state, state.seat)
    options = advise(view, ())
    assert {option.move for option in options} == set(map(str, view.moves))
    assert all(sum(result.chance for result in option.results) == pytest.approx(1) for option in options)
