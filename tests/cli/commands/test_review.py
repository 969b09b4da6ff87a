"""`heckmeck review`."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from heckmeck.cli.review_page import review_page
from heckmeck.games import get
from heckmeck.play import Record, read_records
from heckmeck.play.review import review
from helpers.commands import Run
from helpers.win_shares import use_no_shares, use_score_shares


@pytest.fixture(autouse=True)
def _by_scores(monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, get("bratwurmeck"))


def recorded(run: Run, game: str = "bratwurmeck", games: int = 1) -> str:
    run("simulate", game, "--bots", "random,greedy", "--games", games, "--seed", 3, "--records", "games")
    return "games"


def test_the_review_has_a_graph_luck_moments_in_words_and_decisions(run: Run) -> None:
    shown = run("review", recorded(run))
    assert shown.code == 0, shown.err
    assert "Heckmeck am Bratwurmeck: random, greedy" in shown.out
    assert re.search(r"100 % [●▲]{20}", shown.out)
    assert re.search(r"● random +[\d.]+ % +[+-][\d.]+ +-[\d.]+", shown.out)
    assert "Where it cost random most" in shown.out
    moment = r"^[123]  Turn \d+: ((kept|rolled) [1-5W]+(, )?)+\n   (Kept|Rolled|Stopped|Took) "
    assert len(re.findall(moment, shown.out, re.MULTILINE)) >= 3, "what lay there comes before the words"
    assert re.search(r"It cost about one\s+win in \d+", shown.out)
    assert "instead of" in shown.out
    assert "--all lists every decision" in shown.out


def test_all_lists_every_decision(run: Run) -> None:
    name = recorded(run)
    steps = json.loads(Path(name).read_text())["steps"]
    decisions = sum(not step.startswith("=") for step in steps)
    rows = [
        line for line in run("review", name, "--all").out.partition("Every decision")[2].splitlines() if "%" in line
    ]
    assert len(rows) == decisions
    assert len(rows) > len(re.findall(r"^\d+ +[●▲] .*%.*%", run("review", name).out, re.MULTILINE))


def test_json_is_the_review_with_the_players(run: Run) -> None:
    told = json.loads(run("review", recorded(run), "--json").out)
    assert told["players"] == ["bot:random", "bot:greedy"]
    assert told["game"] == "bratwurmeck"
    assert len(told["wins"]["course"]) == len(told["standings"])
    assert told["wins"]["seats"][0]["accuracy"] < told["wins"]["seats"][1]["accuracy"]
    assert told["lost"][0] > 0


def test_the_page_is_one_file_that_needs_nothing_else(run: Run) -> None:
    done = run("review", recorded(run), "--html", "review.html")
    assert done.code == 0, done.err
    assert "The page is in review.html" in done.out
    page = Path("review.html").read_text("utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<polyline") == 2
    assert 'role="img" aria-label="A line for each player. In the end: random' in page
    assert "The same as a table" in page
    assert "Where it cost random most" in page
    assert not re.search(r"https?:|src=|href=|@import|url\(|<script", page)


@pytest.mark.parametrize("what", ["terminal", "page"])
def test_both_say_the_same_terms_and_that_luck_is_nothing_on_average(run: Run, what: str) -> None:
    shown = " ".join(run("review", recorded(run), "--html", "review.html").out.split())
    told = shown if what == "terminal" else Path("review.html").read_text("utf-8")
    for words in (
        "Luck: what chance decided; on average it is nothing.",
        "Own choices:",
        "Others' choices:",
        "Estimate",
    ):
        assert words in told
    assert not re.search(r"[Gg]ifts?\b|given away|\brest\b", told)


def test_the_page_shows_the_cards_of_a_moment_and_nothing_that_costs_nothing(run: Run) -> None:
    run("simulate", "karteneck", "--bots", "random,greedy", "--games", 1, "--seed", 3, "--records", "cards")
    assert run("review", "cards", "--html", "review.html").code == 0
    page = Path("review.html").read_text("utf-8")
    assert re.search(r">Round \d+: (laid [\dW ]+, )?hand [\dW ]+\.</span> Chose ", page)
    assert '<span class="poor">0.0</span>' not in page
    assert "-0.0<" not in page


def test_a_game_of_more_than_seven_has_a_page_too(run: Run) -> None:
    ((_, record),) = read_records(Path(recorded(run)))
    assert isinstance(record, Record)
    found = review(record)
    assert found.wins is not None
    many = msgspec.structs.replace(
        found,
        wins=msgspec.structs.replace(
            found.wins,
            course=tuple((*shares, *[0.0] * 7) for shares in found.wins.course),
            seats=(*found.wins.seats, *[found.wins.seats[0]] * 7),
        ),
    )
    page = review_page(msgspec.structs.replace(record, players=(*record.players, *"abcdefg")), many, None)
    assert page.count("<polyline") == 9
    marks = sorted(float(y) for y in re.findall(r'<text x="726" y="([\d.]+)"', page))
    assert len(marks) == 9
    assert 0 < marks[0] < marks[-1] < 340, "no mark is cut off"
    assert min(after - before for before, after in pairwise(marks)) > 19, "nor on another one"
    assert "var(--s7)" not in page


def test_names_cannot_put_anything_into_the_page(run: Run) -> None:
    name = recorded(run)
    record = json.loads(Path(name).read_text())
    record["players"][0] = "<script>alert(1)</script>"
    Path(name).write_text(json.dumps(record))
    assert run("review", name, "--html", "review.html").code == 0
    page = Path("review.html").read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;" in page


def test_without_chances_to_win_worms_are_counted_and_it_is_said_why(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    use_no_shares(monkeypatch)
    monkeypatch.setattr("heckmeck.cli.commands.review.why_no_win_shares", lambda setup: "These rules have no chances.")
    shown = run("review", recorded(run), "--html", "review.html")
    assert "These rules have no chances." in shown.out
    assert "So losses are counted in worms." in shown.out
    assert "worms lost by own choices" in shown.out
    assert "on average it is nothing" in " ".join(shown.out.split())
    assert re.search(
        r"Turn \d+: ((kept|rolled) [1-5W]+(, )?)+\n   Chose .*; .* was better, by [\d.]+ worms\.", shown.out
    )
    page = Path("review.html").read_text("utf-8")
    assert "These rules have no chances. So losses are counted in worms." in page
    assert "Where it cost random most" in page
    assert re.search(r"was better, by [\d.]+ worms\.</li>", page)
    assert "<svg" not in page


def test_a_game_of_several_is_named_by_its_line(run: Run) -> None:
    name = recorded(run, games=3)
    several = run("review", name)
    assert several.code == 2
    assert "--game LINE" in several.err
    assert run("review", name, "--game", 2).code == 0
    assert run("review", name, "--game", 4).code == 2


def test_an_unfinished_game_is_reviewed_as_far_as_it_goes(run: Run) -> None:
    name = recorded(run)
    record = json.loads(Path(name).read_text())
    record["steps"], record["outcome"] = record["steps"][:40], None
    Path(name).write_text(json.dumps(record))
    shown = run("review", name, "--html", "review.html")
    assert shown.code == 0, shown.err
    assert "The game is not over." in shown.out


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "contains no record"),
        (b"no json", "not valid JSON"),
        (b"\x00\x01", "binary file"),
        (b'{"format": "heckmeck-record/1"}', "`game` is missing"),
        (
            b'{"format":"heckmeck-record/1","game":"chess","setup":{},"players":[],"steps":[],"outcome":null}',
            "no game 'chess'",
        ),
        (
            b'{"format":"heckmeck-record/1","game":"bratwurmeck","setup":{"seats":99},"players":[],"steps":[],'
            b'"outcome":null}',
            "2 to 7 players",
        ),
        (
            b'{"format":"heckmeck-record/1","game":"bratwurmeck","setup":{"seats":2},"players":["a"],"steps":[],'
            b'"outcome":null}',
            "1 players are named",
        ),
        (
            b'{"format":"heckmeck-record/1","game":"bratwurmeck","setup":{"seats":2},"players":["a","b"],'
            b'"steps":["roll"],"outcome":null}',
            "step 1",
        ),
        (
            b'{"format":"heckmeck-record/1","game":"karteneck","setup":{"seats":2},"players":["a","b"],'
            b'"steps":["?"],"outcome":null}',
            "step 1",
        ),
    ],
)
def test_a_bad_file_is_refused_in_a_sentence(run: Run, content: bytes, words: str) -> None:
    Path("games").write_bytes(content)
    done = run("review", "games")
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""


def test_what_cannot_be_written_or_read_is_refused_in_a_sentence(run: Run) -> None:
    for arguments in (["nowhere"], [recorded(run), "--html", "nowhere/review.html"]):
        done = run("review", *arguments)
        assert done.code == 2
        assert "nowhere" in done.err
        assert len(done.err.splitlines()) == 1
