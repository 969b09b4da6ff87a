"""The registry: several bots of one name, and bots of other packages."""

from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from random import Random

import pytest

from heckmeck.bots import (
    BOTS,
    NAMES,
    AnyEstimator,
    Estimates,
    Estimator,
    bots_for,
    check_bots,
    estimator_for,
    make,
    runs_code,
)
from heckmeck.bots.greedy import GreedyBot
from heckmeck.bots.karteneck import KarteneckEstimator, KarteneckGreedyBot
from heckmeck.bots.random import RandomBot
from heckmeck.games import GAMES, AnyGame, BadSetup, Event, Move, Setup, Source, View, get
from heckmeck.games.bratwurmeck import Bratwurmeck
from helpers.bot_files import write_bot

HERE = "tests_of_the_registry"


class Lucky(RandomBot):
    name = "lucky"
    games = ("barbecue",)


class OtherGreedy(RandomBot):
    name = "greedy"


class Choosy(RandomBot):
    name = "choosy"

    def __init__(self, source: Source, taste: str) -> None:
        super().__init__(source)
        self.taste = taste


class Patient(RandomBot):
    name = "patient"
    argument = "TURNS"

    def __init__(self, source: Source, turns: str) -> None:
        super().__init__(source)
        self.turns = int(turns)

    def check(self, setup: Setup) -> None:
        if setup.seats > self.turns:
            raise BadSetup("too_many", "This number of seats makes the bot patient impatient.")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other packages are installed that add bots; some of them are broken."""
    found = {
        "lucky": Lucky,
        "greedy": OtherGreedy,
        "broken": ImportError("no module named nowhere"),
        "wrong": dict,
        "choosy": Choosy,
        "patient": Patient,
    }

    class Entry(metadata.EntryPoint):
        def load(self) -> object:
            thing = found[self.name]
            if isinstance(thing, Exception):
                raise thing
            return thing

    def entry_points(*, group: str, name: str | None = None) -> metadata.EntryPoints:
        assert group == "heckmeck.bots"
        return metadata.EntryPoints(Entry(each, HERE, group) for each in found if name in (None, each))

    monkeypatch.setattr(metadata, "entry_points", entry_points)


def test_one_name_is_another_bot_in_another_game() -> None:
    assert type(make("greedy", get("barbecue"), Random(1))) is GreedyBot
    assert type(make("greedy", get("karteneck"), Random(1))) is KarteneckGreedyBot
    assert BOTS["greedy"].games == ("bratwurmeck", "barbecue", "karteneck")


def test_a_name_without_a_bot_for_the_game_is_refused_and_the_others_are_named() -> None:
    with pytest.raises(BadSetup, match=r"no bot 'sure' for Heckmeck am Karteneck; .*cautious.* sampler"):
        make("sure", get("karteneck"), Random(1))


@pytest.mark.usefixtures("installed")
def test_another_package_can_add_a_bot() -> None:
    assert type(make("lucky", get("barbecue"), Random(1))) is Lucky


@pytest.mark.usefixtures("installed")
def test_a_bot_of_another_package_does_not_take_the_place_of_ours() -> None:
    assert type(make("greedy", get("karteneck"), Random(1))) is KarteneckGreedyBot


@pytest.mark.usefixtures("installed")
def test_a_bot_of_another_package_plays_only_its_games() -> None:
    with pytest.raises(BadSetup, match="no bot 'lucky' for Heckmeck am Karteneck"):
        make("lucky", get("karteneck"), Random(1))


@pytest.mark.usefixtures("installed")
def test_a_broken_bot_is_named_when_it_is_asked_for_and_not_before() -> None:
    make("random", get("barbecue"), Random(1))
    with pytest.raises(BadSetup, match=r"'broken' .*cannot be used: ImportError: no module named nowhere") as caught:
        make("broken", get("barbecue"), Random(1))
    assert caught.value.code == "broken_bot"
    with pytest.raises(BadSetup, match=r"'wrong' .*not a subclass"):
        make("wrong", get("barbecue"), Random(1))
    with pytest.raises(BadSetup, match=r"'choosy' .*taste"):
        make("choosy", get("barbecue"), Random(1))


@pytest.mark.usefixtures("installed")
def test_a_bot_of_another_package_may_take_an_argument_and_refuse_a_set_up() -> None:
    game = get("barbecue")
    bot = make("patient:3", game, Random(1))
    assert isinstance(bot, Patient)
    assert bot.turns == 3
    check_bots(["patient:3", "random"], game, game.setup(seats=3), Random(1))
    with pytest.raises(BadSetup, match="impatient"):
        check_bots(["random", "patient:3"], game, game.setup(seats=4), Random(1))
    with pytest.raises(BadSetup, match="write patient:TURNS"):
        make("patient", game, Random(1))
    with pytest.raises(BadSetup, match=r"'patient' .*cannot be used: ValueError"):
        make("patient:long", game, Random(1))
    with pytest.raises(BadSetup, match="The bot lucky takes nothing"):
        make("lucky:7", game, Random(1))


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize("name", ["perfect", "lucky"])
def test_a_registered_name_is_never_a_module(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_bot("raise RuntimeError('this was run')", f"{name}.py")
    assert not runs_code(f"{name}:Evil")
    with pytest.raises(BadSetup, match=f"There is no bot '{name}' for Heckmeck am Karteneck"):
        make(f"{name}:Evil", get("karteneck"), Random(1))
    assert runs_code(f"{name}.py:Evil")


@pytest.mark.usefixtures("installed")
def test_the_bots_of_other_packages_are_named_among_those_there_are() -> None:
    with pytest.raises(BadSetup, match=r"there are random, .*, broken, choosy, lucky, patient, wrong"):
        make("clever", get("barbecue"), Random(1))


def test_the_bots_of_a_game_are_those_that_need_no_argument() -> None:
    offered = {name: list(bots_for(game)) for name, game in GAMES.items()}
    assert offered == {
        "bratwurmeck": ["random", "cautious", "sure", "greedy", "easy", "medium", "hard", "champion"],
        "barbecue": ["random", "cautious", "sure", "greedy", "easy", "medium", "hard", "champion"],
        "karteneck": ["random", "cautious", "greedy", "sampler", "easy", "medium", "hard", "champion"],
    }
    levels = ("easy", "medium", "hard", "champion")
    assert ("random", "cautious", "sure", "greedy", "sampler", *levels, "net:FILE", "perfect:FILE") == NAMES
    for name, kinds in offered.items():
        assert [bot for bot, family in BOTS.items() if name in family.games] == kinds
        assert all(BOTS[bot].kind(name) is bots_for(get(name))[bot] for bot in kinds)
    assert BOTS["sure"].kind("karteneck") is None
    assert BOTS["sure"].kind("chess") is None


@pytest.mark.usefixtures("installed")
def test_bots_of_other_packages_are_not_offered_for_our_games() -> None:
    assert "lucky" not in bots_for(get("barbecue"))


class Sausage(Bratwurmeck):
    name = "sausage"
    title = "Another Dice Game"


class SausageBot(RandomBot):
    name = "grill"
    games = ("sausage",)


class HotBot(SausageBot):
    name = "Very Hot"


class Toaster(Estimator[Setup, View]):
    game = "sausage"

    def __init__(self, setup: Setup, seat: int) -> None: ...

    def observe(self, events: Iterable[Event]) -> None: ...

    def estimate(self, view: View, source: Source, rounds: int, chosen: Move | None = None) -> Estimates:
        raise NotImplementedError


class Package:
    """The part of a distribution that entry points need."""

    def __init__(self, name: str) -> None:
        self.name = name


@pytest.fixture
def sausage(monkeypatch: pytest.MonkeyPatch) -> AnyGame:
    """A game of another package that brings bots: one is broken, one needs an argument, one is of a third package."""
    entries = [
        ("heckmeck.games", "sausage", "butcher", Sausage),
        ("heckmeck.bots", "grill", "butcher", SausageBot),
        ("heckmeck.bots", "burnt", "butcher", ImportError("no coal")),
        ("heckmeck.bots", "patient", "butcher", Patient),
        ("heckmeck.bots", "lucky", "baker", Lucky),
        ("heckmeck.bots", "broil", "butcher", SausageBot),
        ("heckmeck.bots", "Very Hot", "butcher", HotBot),
        ("heckmeck.estimators", "sausage", "butcher", Toaster),
    ]

    class Entry(metadata.EntryPoint):
        thing: object

        def load(self) -> object:
            if isinstance(self.thing, Exception):
                raise self.thing
            return self.thing

    def entry_points(*, group: str, name: str | None = None) -> list[metadata.EntryPoint]:
        found: list[metadata.EntryPoint] = []
        for each_group, each, package, thing in entries:
            if each_group == group and name in (None, each):
                entry = Entry(each, HERE, group)
                vars(entry).update(dist=Package(package), thing=thing)
                found.append(entry)
        return found

    monkeypatch.setattr(metadata, "entry_points", entry_points)
    return Sausage()


def test_a_game_of_another_package_has_our_bots_for_its_kind_and_its_own(
    sausage: AnyGame, caplog: pytest.LogCaptureFixture
) -> None:
    assert list(bots_for(sausage)) == ["random", "cautious", "sure", "greedy", "grill"]
    assert "'burnt' of the package butcher cannot be used: ImportError: no coal" in caplog.text
    assert "its entry point is called broil, but its name is grill" in caplog.text
    assert "'Very Hot' of the package butcher cannot be used: a name has" in caplog.text
    caplog.clear()
    assert bots_for(sausage)["grill"] is SausageBot
    assert caplog.text == "", "the warning comes once"


def test_an_estimator_is_ours_or_that_of_another_package(sausage: AnyGame) -> None:
    found: list[type[AnyEstimator] | None] = [estimator_for(get("karteneck")), estimator_for(sausage)]
    assert found == [KarteneckEstimator, Toaster]
    assert estimator_for(get("barbecue")) is None
