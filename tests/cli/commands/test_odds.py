"""`heckmeck odds`."""

import json

import pytest

from heckmeck.games import get
from helpers.commands import Run
from helpers.win_shares import use_no_shares, use_score_shares

LATER = ("bratwurmeck", "--grill", "21-36", "--stack", "25", "--tops", "27,30", "--kept", "44W", "--rolled", "11235")


@pytest.fixture(autouse=True)
def _without_chances_to_win(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact figures do not depend on them, but the order of the choices does."""
    use_no_shares(monkeypatch)


def test_chances_to_win_are_a_column_and_decide_which_choice_is_best(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    exact = json.loads(run("odds", *LATER, "--json").out)
    assert exact["best_by"] == "gain"
    assert {choice["win"] for choice in exact["choices"]} == {None}
    use_score_shares(monkeypatch, get("bratwurmeck"))
    told = json.loads(run("odds", *LATER, "--json").out)
    assert told["best_by"] == "win"
    wins = [choice["win"] for choice in told["choices"]]
    assert wins == sorted(wins, reverse=True)
    assert [choice["best"] for choice in told["choices"]] == [True, False, False, False]
    same = {choice["move"]: (choice["gain"], choice["success"]) for choice in exact["choices"]}
    assert {choice["move"]: (choice["gain"], choice["success"]) for choice in told["choices"]} == same
    shown = run("odds", *LATER).out
    assert "wins" in shown.splitlines()[0]
    assert f"{100 * wins[0]:.1f} %" in lines_with(shown, "★ best")[0]
    note = " ".join(shown.partition("★ by wins")[2].split())
    assert "this game of 3 players, an estimate, if you go on for the win." in note
    assert "Success and worms are exact, if you go on for most worms." in note


def test_with_a_goal_the_goal_decides(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    use_score_shares(monkeypatch, get("bratwurmeck"))
    told = json.loads(run("odds", *LATER, "--json", "--at-least", 27).out)
    assert told["best_by"] == "goal"
    assert "wins" not in run("odds", *LATER, "--at-least", 27).out


def test_why_there_are_no_chances_to_win_is_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heckmeck.cli.commands.odds.why_no_win_shares", lambda setup: "These rules are unusual.")
    assert "by expected worms. These rules are unusual." in run("odds", *LATER).out


def lines_with(text: str, word: str) -> list[str]:
    return [line for line in text.splitlines() if word in line]


def test_the_whole_turn_without_anything_said(run: Run) -> None:
    done = run("odds", "bratwurmeck")
    assert done.code == 0
    (line,) = lines_with(done.out, "best")
    assert "the whole turn" in line
    assert "76.78 %" in line
    assert "1.6447" in line
    assert len(lines_with(done.out, "failed attempt")) == 1


def test_every_choice_has_a_line_and_one_is_best(run: Run) -> None:
    done = run("odds", *LATER)
    assert done.code == 0
    (best,) = lines_with(done.out, "best")
    assert "keep 5" in best
    for face in "1235":
        assert f"keep {face}" in done.out
    assert "keep 4" not in done.out
    failed = lines_with(done.out, "failed attempt")[0]
    assert "-2" in failed
    assert not lines_with(done.out, "25  ")  # it is on the player's own stack


def test_a_sum_can_be_the_goal(run: Run) -> None:
    assert "89.30 %" in lines_with(run("odds", "bratwurmeck", "--at-least", 21).out, "best")[0]
    exact = run("odds", "bratwurmeck", "--exactly", 24).out
    assert "exactly 24" in exact
    assert "37.51 %" in lines_with(exact, "best")[0]


def test_spots_are_written_by_owner(run: Run) -> None:
    done = run("odds", "barbecue", "--spots", "23=me,24=2me,30=other,35=snail,36=2other", "--pool", "9", "--json")
    position = json.loads(done.out)["position"]
    assert position["spots"] == {"23": "me", "24": "2me", "30": "other", "35": "snail", "36": "2other"}
    assert position["pool"] == 9
    names = {result["name"] for result in json.loads(done.out)["choices"][0]["results"]}
    assert {"23", "30", "snail", "failed"} <= names
    assert not {"24", "35", "36"} & names


def test_json_has_all_that_the_tables_have(run: Run) -> None:
    done = run("odds", *LATER, "--json", "--at-least", 27)
    told = json.loads(done.out)
    assert told["position"]["grill"] == [p for p in range(21, 37) if p not in (25, 27, 30)]
    assert (told["position"]["stack"], told["position"]["tops"], told["position"]["sum"]) == ([25], [27, 30], 13)
    assert told["goal"] == "at least 27"
    assert [choice["best"] for choice in told["choices"]] == [True, False, False, False]
    for choice in told["choices"]:
        assert sum(result["chance"] for result in choice["results"]) == pytest.approx(1)
        assert choice["gain"] == pytest.approx(sum(r["chance"] * r["gain"] for r in choice["results"]))
        assert choice["goal"] <= told["choices"][0]["goal"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "no game 'chess'"),
        (["karteneck"], "no roll-and-keep turns"),
        (["bratwurmeck", "--kept", "44 W 4"], "kept twice"),
        (["bratwurmeck", "--kept", "44X"], "No die shows 'X'"),
        (["bratwurmeck", "--kept", "4" * 5000], "8 dice, not 5000"),
        (["bratwurmeck", "--kept", "44W", "--rolled", "11"], "5 are rolled, not 2"),
        (["bratwurmeck", "--grill", "21,25,26", "--stack", "25"], "25 cannot be in two places"),
        (["bratwurmeck", "--stack", "27", "--tops", "27"], "27 cannot be in two places"),
        (["bratwurmeck", "--grill", "21-40"], "no portion 37"),
        (["bratwurmeck", "--grill", "many"], "not portions"),
        (["bratwurmeck", "--grill", "28-21"], "not portions"),
        (["bratwurmeck", "--grill", "1-999999999"], "not portions"),
        (["bratwurmeck", "--grill", ""], "the game is over"),
        (["bratwurmeck", "--spots", "23=me"], "--spots does not apply"),
        (["bratwurmeck", "--pool", "0"], "--pool does not apply"),
        (["bratwurmeck", "--exactly", "50"], "No dice with a worm"),
        (["bratwurmeck", "--exactly", "24", "--at-least", "24"], "not for both"),
        (["bratwurmeck", "-o", "sauce=hot"], "no option 'sauce'"),
        (["barbecue", "--stack", "25"], "--stack does not apply"),
        (["barbecue", "--spots", "23=3me"], "cannot hold 3 plates"),
        (["barbecue", "--spots", "23=0me"], "not a spot"),
        (["barbecue", "--spots", "23=you"], "not a spot"),
        (["barbecue", "--spots", "23=me,23=other"], "named twice"),
        (["barbecue", "--spots", "22=me"], "no spot 22"),
        (["barbecue", "--spots", "35=snail", "--pool", "12"], "more than the 12"),
        (["bratwurmeck", "--plot", "chart.doc"], ".png or .svg"),
        (["bratwurmeck", "--plot", "nowhere/chart.png"], "nowhere"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_what_cannot_be_is_explained_in_one_line(run: Run, arguments: list[str], words: str) -> None:
    done = run("odds", *arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
    assert done.out == ""


def test_a_position_says_what_the_options_say(run: Run) -> None:
    described = json.loads(run("odds", *LATER, "--json").out)
    position = described["position"]["text"]
    assert position == (
        "bratwurmeck seats=3 grill=21-24,26,28-29,31-36 stacks=25/27/30 turn=0 kept=44W rolled=11235 view=0"
    )
    assert json.loads(run("odds", position, "--json").out) == described
    assert run("odds", position).out == run("odds", *LATER).out
    assert run("odds", position, "--at-least", 27).out == run("odds", *LATER, "--at-least", 27).out


@pytest.mark.parametrize("view", ["", " view=-", " view=0", " view=1"])
def test_the_player_whose_turn_it_is_gets_the_odds_in_every_view_of_the_position(run: Run, view: str) -> None:
    position = f"bratwurmeck seats=2 grill=21-36 stacks=-/- turn=1 rolled=11244WWW{view}"
    done = run("odds", position, "--json")
    assert done.code == 0, done.err
    assert json.loads(done.out)["choices"][0]["move"] == "keep W"


def test_a_roll_in_the_middle_of_a_turn_is_not_called_the_whole_turn(run: Run) -> None:
    position = "bratwurmeck seats=2 grill=21-36 stacks=-/- turn=1 kept=44W rolling=5"
    done = run("odds", position)
    assert "roll" in done.out
    assert "whole turn" not in done.out


def test_a_position_of_barbecue_is_read(run: Run) -> None:
    position = "barbecue seats=2 grill=23:1,24:11,30:0,36:S worms=3/3 snails_won=0/0 turn=1 rolling=8"
    told = json.loads(run("odds", position, "--json").out)
    assert told["position"]["spots"] == {"23": "me", "24": "2me", "30": "other", "36": "snail"}
    assert told["choices"][0]["move"] == "roll"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bratwurmeck seats=2 grill=21-36"], "not a position"),
        (["chess seats=2 board=empty"], "no game 'chess'"),
        (["karteneck seats=2 hands=?"], "no roll-and-keep turns"),
        (["bratwurmeck seats=2 grill=- stacks=21-36/- turn=0 ended=grill_empty"], "The game is over"),
        (["bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 rolling=8", "--kept", "44W"], "leave out the options"),
        (["bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 rolling=8", "-o", "portions=21-22"], "leave out"),
        (["bratwurmeck seats=2 grill=21-36 stacks=-/- turn=0 rolling=8", "--pool", "0"], "leave out the options"),
    ],
)
def test_what_is_no_position_of_a_turn_is_explained_in_one_line(run: Run, arguments: list[str], words: str) -> None:
    done = run("odds", *arguments)
    assert done.code == 2
    assert words in done.err
    assert len(done.err.splitlines()) == 1
