"""The bot `perfect`: its file is its argument, it plays only the game that was solved, and as well as can be."""

from pathlib import Path
from random import Random

import pytest

from heckmeck.bots import BOTS, NAMES, check_bots, make
from heckmeck.bots.bratwurmeck import PerfectBot, plans
from heckmeck.games import BadSetup, Move, get
from heckmeck.games.bratwurmeck import BratwurmeckSetup, BratwurmeckState, Steal, Take
from heckmeck.games.turn import Turn
from heckmeck.play import Arena, Table, process_map, win_interval
from heckmeck.solve import Values, read_values, turn_solver, write_values
from heckmeck.solve.bratwurmeck import Positions, solve
from helpers.small_game_reference import SETUPS, by_playing, reference, solved, worth
from helpers.turn_worths import needs_kernel

GAME = get("bratwurmeck")


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of values of the game with the portions 21 to 24."""
    values = Values(Positions(BratwurmeckSetup(seats=2, portions=(21, 24))))
    solve(values, 1e-4)
    path = tmp_path_factory.mktemp("values") / "Small: 21.values"
    write_values(path, values, complete=True)
    return path


def test_perfect_is_made_by_its_name_and_file(path: Path) -> None:
    bot = make(f"perfect:{path}", GAME, Random(1))
    assert isinstance(bot, PerfectBot)
    assert bot.values.positions.setup.portions == (21, 24)
    assert "perfect:FILE" in NAMES
    assert "perfect" not in BOTS, "its name alone is not enough"


def test_the_file_is_opened_once_and_again_when_it_has_changed(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.values"
    other.write_bytes(path.read_bytes())
    one, two = (make(f"perfect:{other}", GAME, Random(1)) for _ in range(2))
    assert isinstance(one, PerfectBot)
    assert isinstance(two, PerfectBot)
    assert one.values is two.values
    other.write_bytes(b"something else")
    with pytest.raises(BadSetup, match="holds no values"):
        make(f"perfect:{other}", GAME, Random(1))


def test_perfect_beats_greedy_in_the_arena_on_one_process_and_on_two(path: Path) -> None:
    def played(**settings: object) -> Arena:
        arena = Arena(GAME, [f"perfect:{path}", "greedy"], 2, "1", {"portions": [21, 24]})
        for _ in arena.play(200, **settings):  # type: ignore[arg-type]
            pass
        return arena

    alone = played()
    (score,) = alone.scores.values()
    assert score.measured.low > 0.5
    assert score.forfeits == []
    with process_map(2) as mapper:
        assert played(mapper=mapper).scores == alone.scores


@pytest.mark.parametrize(
    ("options", "seats"),
    [({"portions": [21, 25]}, 2), ({"portions": [21, 24], "lower_portion": "next"}, 2), ({"portions": [21, 24]}, 3)],
)
def test_a_game_that_was_not_solved_is_refused_before_it_begins(
    path: Path, options: dict[str, object], seats: int
) -> None:
    with pytest.raises(BadSetup, match=r"two seats with portions=21-24, lower_portion=any") as caught:
        Arena(GAME, [f"perfect:{path}", "greedy"], seats, "1", options)
    assert caught.value.code == "other_options"


def test_the_first_seat_does_not_matter(path: Path) -> None:
    check_bots([f"perfect:{path}"], GAME, GAME.setup(seats=2, portions=[21, 24], first=1), Random(1))


@pytest.mark.parametrize(
    ("name", "code"), [("perfect", "no_argument"), ("perfect:", "no_argument"), ("greedy:fast", "bad_argument")]
)
def test_an_argument_must_be_there_or_must_not(name: str, code: str) -> None:
    with pytest.raises(BadSetup) as caught:
        make(name, GAME, Random(1))
    assert caught.value.code == code


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"none\.values"):
        make(f"perfect:{tmp_path / 'none.values'}", GAME, Random(1))


def test_another_game_has_no_such_bot(path: Path) -> None:
    with pytest.raises(BadSetup, match="no bot 'perfect' for Heckmeck Barbecue"):
        make(f"perfect:{path}", get("barbecue"), Random(1))


@needs_kernel
def test_games_are_the_same_without_the_kernel(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many choices of a small game are worth the same; rounding, which differs, must not decide between them."""
    played = []
    for use_kernel in (True, False):
        monkeypatch.setattr(plans, "turn_solver", lambda game, use=use_kernel: turn_solver(game, use))
        bot = PerfectBot(Random(0), read_values(path))
        setup = bot.values.positions.setup
        tables = [Table(GAME, setup, [bot, bot], Random(number), names=["a", "b"]) for number in range(60)]
        for table in tables:
            table.finish()
        played.append([tuple(table.steps) for table in tables])
    assert played[0] == played[1]


@pytest.mark.parametrize("setup", [SETUPS[1], SETUPS[5]], ids=str)
def test_played_games_agree_with_the_values(setup: BratwurmeckSetup) -> None:
    values, games, wins = solved(setup), 600, 0
    bot = PerfectBot(Random(0), values)
    for number in range(games):
        table = Table(GAME, setup, [bot, bot], Random(number), names=["a", "b"], people=(0, 1))
        list(table.play())
        assert table.outcome is not None
        wins += table.outcome.winners == (0,)
    low, high = win_interval(wins, games)
    assert low < values.at(values.positions.start)[0] < high


def test_the_bot_takes_what_is_worth_most_and_not_what_is_highest() -> None:
    """In every position and for every sum, the bot's stop is one that the tiny solver values most."""
    setup = SETUPS[2]
    bot, values = PerfectBot(Random(0), solved(setup)), reference(setup)
    stops = 0
    for where in by_playing(setup):
        for kept in ("5555WWWW", "445555WW", "4555555W", "1245WWWW", "12234WWW"):
            state = BratwurmeckState(setup, where.grill, (where.own, where.other), 0, Turn(kept, "", False))
            moves: list[Move] = [m for m in GAME.legal_moves(state) if isinstance(m, Take | Steal)]
            if GAME.die.facts[kept].over and moves:
                chosen = GAME.apply(state, bot.choose(GAME.view(state, 0))).state
                best = max(worth(GAME.apply(state, move).state, values) for move in moves)
                assert worth(chosen, values) == pytest.approx(best, abs=1e-6)
                stops += len(moves) > 1
    assert stops > 10


def test_the_bot_refuses_a_game_that_it_has_no_values_for() -> None:
    bot = PerfectBot(Random(0), solved(SETUPS[1]))
    state = GAME.start(SETUPS[4])._replace(turn=Turn("W", "", False))
    with pytest.raises(BadSetup, match="no values"):
        bot.choose(GAME.view(state, 0))
