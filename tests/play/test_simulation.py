"""Simulations: reproducible, and the sums are right."""

import sys
from pathlib import Path

import pytest

from heckmeck.bots.random import RandomBot
from heckmeck.games import GAMES, BadSetup, get
from heckmeck.play import Simulation, bot_table, decode, encode, replay
from heckmeck.play.process_pool import process_map
from helpers.bot_files import FIRST, write_bot


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


def test_a_game_that_is_played_again_counts_once() -> None:
    simulation = Simulation(get("barbecue"), ["random", "cautious"], seed=1)
    for games in (3, 3, 2, 5):
        for _ in simulation.tables(games):
            pass
    assert simulation.tally.games == 5
    straight = Simulation(get("barbecue"), ["random", "cautious"], seed=1)
    list(straight.play(5))
    list(straight.tables(4))
    assert vars(simulation.tally) == vars(straight.tally)


@pytest.fixture(autouse=True)
def _own_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [*sys.path])  # folders of bots are added to it


def test_results_are_the_same_in_chunks_and_in_several_processes(tmp_path: Path) -> None:
    path = write_bot(path=str(tmp_path / "my_bot.py"))
    bots = [f"{path}:FirstBot", "cautious", "random"]
    alone = Simulation(get("barbecue"), bots, seed=4)
    results = list(alone.play(7, records=True))
    shared = Simulation(get("barbecue"), bots, seed=4)
    with process_map(2) as mapper:
        assert list(shared.play(7, mapper, chunk=2, records=True)) == results
    assert vars(shared.tally) == vars(alone.tally)
    tables = Simulation(get("barbecue"), bots, seed=4).tables(7)
    assert [encode(table.record()) for table in tables] == [result.record for result in results]


def test_a_record_names_a_class_by_its_file_however_that_was_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_bot(path="bots/my_bot.py")
    game = get("barbecue")
    table = bot_table(game, game.setup(seats=2), ["./bots//my_bot.py:FirstBot", "greedy"], seed=1)
    assert table.record().players == ("bot:bots/my_bot.py:FirstBot", "bot:greedy")


def test_a_name_that_is_too_long_for_a_record_is_shortened(tmp_path: Path) -> None:
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    (folder / "my_bot.py").write_text(FIRST)
    game = get("barbecue")
    table = bot_table(game, game.setup(seats=2), [f"{folder}/my_bot.py:FirstBot", "random"], seed=1)
    table.finish()
    record = decode(encode(table.record()))
    assert len(list(replay(record))) > 10
    assert len(record.players[0]) == 80
    assert record.players[0].startswith("bot:…longlong")
    assert record.players[0].endswith("long/my_bot.py:FirstBot")


def test_the_first_forfeit_is_explained_and_the_others_are_summed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", lambda self, view: 1 / 0)
    simulation = Simulation(get("barbecue"), ["random", "cautious"], seed=1)
    list(simulation.play(3))
    first, *others = simulation.faults
    assert first.splitlines()[0] == "random forfeited game 1: ZeroDivisionError: division by zero"
    assert first.splitlines()[1].startswith("position: barbecue seats=2 ")
    assert "Traceback" in first
    assert others == [f"random forfeited game {number}: ZeroDivisionError: division by zero" for number in (2, 3)]
