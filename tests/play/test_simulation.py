"""Simulations: reproducible, and the sums are right."""

import pytest

from heckmeck.games import GAMES, BadSetup, get
from heckmeck.play import Simulation, bot_table, encode


@pytest.mark.parametrize("name", GAMES)
def test_the_sums_are_those_of_the_games(name: str) -> None:
    simulation = Simulation(get(name), ["cautious", "random", "random"], seed=5)
    outcomes = [table.outcome for table in simulation.tables(9)]
    assert simulation.tally.games == 9
    assert sum(simulation.tally.reasons.values()) == 9
    assert sum(simulation.tally.wins) == pytest.approx(9)
    assert simulation.tally.scores == [sum(o.scores[seat] for o in outcomes if o is not None) for seat in range(3)]


def test_the_first_seat_moves_on_from_game_to_game() -> None:
    tables = list(Simulation(get("barbecue"), ["random"] * 3, seed=1).tables(5))
    assert [table.setup.first for table in tables] == [0, 1, 2, 0, 1]


def test_the_same_seed_gives_the_same_games_and_another_one_others() -> None:
    def lines(seed: int | str) -> list[bytes]:
        return [encode(table.record()) for table in Simulation(get("karteneck"), ["random"] * 2, seed).tables(3)]

    assert lines(1) == lines(1) == lines("1")
    assert not set(lines(1)) & set(lines(2))


def test_options_reach_the_game() -> None:
    simulation = Simulation(get("bratwurmeck"), ["random"] * 2, seed=1, options={"portions": [21, 22]})
    (table,) = simulation.tables(1)
    assert table.record().setup == {"seats": 2, "first": 0, "portions": [21, 22]}


def test_an_unknown_bot_is_refused_by_name() -> None:
    with pytest.raises(BadSetup, match="no bot 'clever'"):
        list(Simulation(get("barbecue"), ["clever", "random"], seed=1).tables(1))


def test_a_number_and_its_digits_are_the_same_seed() -> None:
    game = get("barbecue")
    tables = [bot_table(game, game.setup(seats=2), ["random"] * 2, seed) for seed in (7, "7")]
    for table in tables:
        table.finish()
    assert tables[0].steps == tables[1].steps
