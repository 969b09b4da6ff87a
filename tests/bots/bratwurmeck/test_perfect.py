"""The bot `perfect` by its name: its file is its argument, and only the game that was solved is played."""

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import pytest

from heckmeck.bots import BOTS, NAMES, check_bots, make
from heckmeck.bots.bratwurmeck.perfect import PerfectBot
from heckmeck.games import BadSetup, get
from heckmeck.games.bratwurmeck import BratwurmeckSetup
from heckmeck.play import Arena, local_mapper
from heckmeck.solve.bratwurmeck.positions import Positions
from heckmeck.solve.bratwurmeck.small_game import Values, solve
from heckmeck.solve.value_file import write_values

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


def test_perfect_beats_greedy_in_the_arena_whoever_plays_the_games(path: Path) -> None:
    def played(**settings: object) -> Arena:
        arena = Arena(GAME, [f"perfect:{path}", "greedy"], 2, "1", {"portions": [21, 24]})
        for _ in arena.play(200, **settings):  # type: ignore[arg-type]
            pass
        return arena

    alone = played()
    (score,) = alone.scores.values()
    assert score.rate - score.margin > 0.5
    assert score.forfeits == []
    with ProcessPoolExecutor(2) as pool:
        assert played(mapper=local_mapper(pool)).scores == alone.scores


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


def test_whoever_begins_it_is_the_game_that_was_solved(path: Path) -> None:
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
