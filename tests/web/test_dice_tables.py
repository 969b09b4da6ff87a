"""The tables of the two dice games: drawings, texts and motion, in positions set up by the test."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FloatRect, Page, expect

from helpers.browser import PHONE, NewVisitor
from helpers.stage import NOTE_FLIGHTS, Stage, event

BARBECUE = "Heckmeck Barbecue"
BRATWURMECK = "Heckmeck am Bratwurmeck"
Spot = tuple[int | None, int, bool]
SNAIL: Spot = (None, 0, True)


def plates(owner: int, number: int = 1) -> Spot:
    return (owner, number, False)


def grill(lying: dict[int, Spot]) -> list[Spot]:
    """Return the 14 spots, with what lies on some of them."""
    return [lying.get(number, (None, 0, False)) for number in range(23, 37)]


def spot_labels(page: Page) -> dict[int, str]:
    """Return the text of each spot for screen readers."""
    texts = page.get_by_role("region", name="Grill").get_by_role("listitem").all_text_contents()
    return {int(text.split()[1].rstrip(",")): text for text in texts}


POINTS = {"worms": [3, 14, 9, 1, 2], "snails": [1, 0, 2, 0, 0], "scores": [6, 14, 15, 1, 2], "pool": 5}


def test_barbecue_says_what_each_choice_leads_to(new_visitor: NewVisitor) -> None:
    stage = Stage(new_visitor(viewport=PHONE, reduced_motion="reduce"), BARBECUE, 5)
    page = stage.page
    stop, roll = page.locator("[data-action=stop]"), page.locator("[data-action=roll]")
    spots = grill({30: plates(1), 31: plates(0), 32: SNAIL, 33: plates(2, 2), 36: SNAIL})
    players = page.get_by_role("list", name="Players")
    names = {seat: players.locator(f".seat-{seat} .name").get_attribute("title") or "" for seat in range(1, 5)}
    for total, words in {
        29: ["Plate on 29", "+3 worms"],
        30: [f"Steal 30 from {names[1]}", "+3 worms"],
        31: ["Secure 31", "+3 worms, blocked for good"],
        32: ["Take the snail on 32", "+3 points"],
        37: ["Take a snail", "+3 points"],
    }.items():
        stage.tell(spots=spots, moves=["roll", "stop"], kept="46WWW", total=total, **POINTS)
        for word in words:
            expect(stop).to_contain_text(word)
        expect(roll).to_contain_text("If it fails: a snail on 35")
        targets = [spot for spot, label in spot_labels(page).items() if "your sum" in label]
        assert targets == ([total] if total < 37 else [])
    assert "the next snail goes here" in spot_labels(page)[35]
    assert f"2 plates of {names[2]}, blocked for good" in spot_labels(page)[33]
    leader = players.get_by_role("listitem").filter(has_text="in the lead")
    expect(leader).to_contain_text(names[2])
    expect(leader).to_contain_text("15 points")

    stage.tell(spots=spots, moves=["roll"], kept="46WWW", total=33, **POINTS)
    expect(stop).to_contain_text("33 is blocked")
    expect(stop).to_be_disabled()

    full = [plates(place % 5, 2) for place in range(14)]
    stage.tell(spots=full, moves=["roll", "stop"], kept="666666W", total=41, **POINTS | {"pool": 0})
    expect(roll).to_contain_text("If it fails: the game is over")
    stop.click()
    expect(stop).to_contain_text("Sure? Press again")

    stage.tell(spots=spots, moves=["keep 1"], kept="222666", rolled="11", total=24, **POINTS)
    page.get_by_role("button", name="2 × 1: sum 26, and the attempt fails").click()
    expect(stop).to_have_accessible_name(re.compile("^Keep and fail"))
    expect(roll).to_be_disabled()


def test_both_outcomes_of_a_choice_are_shown_before_it_is_made(new_visitor: NewVisitor) -> None:
    stage = Stage(new_visitor(viewport=PHONE, reduced_motion="reduce"), BRATWURMECK, 2)
    page = stage.page
    stage.tell(
        grill=list(range(24, 37)), turned=[], stacks=[[21], [23]], kept="WW3", rolled="2455W", total=13,
        moves=["keep 2", "keep 4", "keep 5"],
        follow_ups={"keep 2": ["roll", "stop"], "keep 4": ["roll", "stop"], "keep 5": ["roll", "steal 23"]},
    )  # fmt: skip
    victim = page.get_by_role("list", name="Players").locator(".name").get_attribute("title") or ""
    stop, roll = page.locator("[data-action=stop]"), page.locator("[data-action=roll]")
    expect(stop).to_have_accessible_name(re.compile("^Stop keep dice first"))
    page.get_by_role("button", name="2 × 5: sum 23").click()
    expect(stop).to_have_accessible_name(re.compile(f"^Steal 23 from {victim}"))
    expect(roll).to_have_accessible_name(re.compile("^Roll 3 dice If it fails: your 21 goes back"))
    page.get_by_role("button", name="1 × 2: sum 15").click()
    expect(stop).to_have_accessible_name(re.compile("^Stop with nothing"))
    expect(page.get_by_role("button", name="1 × worm, kept already")).to_be_disabled()
    assert stage.visitor.axe() == []


def test_dice_shake_while_a_finger_is_on_roll_and_lie_still_again_if_it_slides_off(new_visitor: NewVisitor) -> None:
    stage = Stage(new_visitor(), BRATWURMECK, 2)
    page = stage.page
    stage.tell(
        grill=list(range(22, 37)), turned=[], stacks=[[], [21]], kept="W", rolled="2455", total=5,
        moves=["keep 5"], follow_ups={"keep 5": ["roll"]},
    )  # fmt: skip
    shaking = "document.getAnimations().filter(({ animationName }) => animationName?.includes('shake')).length"
    page.locator("[data-face='5']").click()
    page.locator("[data-action=roll]").hover()
    assert page.evaluate(shaking) == 0
    page.mouse.down()
    page.wait_for_function(f"() => {shaking} === 2")
    page.mouse.move(1, 1)
    page.wait_for_function(f"() => {shaking} === 0")
    page.mouse.up()
    expect(page.locator("[data-face='5']")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-action=roll]")).to_be_enabled()


def test_dice_are_large_and_whole_on_a_phone_however_they_fall(new_visitor: NewVisitor) -> None:
    stage = Stage(new_visitor(viewport=PHONE, reduced_motion="reduce"), BRATWURMECK, 2)
    dice = stage.page.locator(".rolled .die")
    for rolled in ("11444466", "1WWWWWW2", "33333333", "12345W11", "12345", "11223", "5"):
        faces = sorted(set(rolled))
        moves = [f"keep {face}" for face in faces]
        stage.tell(rolled=rolled, moves=moves, follow_ups={move: ["roll"] for move in moves})
        expect(stage.page.locator("[data-face][data-choice]")).to_have_count(len(faces))
        expect(dice).to_have_count(len(rolled))
        for box in [each.bounding_box() for each in dice.all()]:
            assert box is not None
            assert box["width"] >= 52, rolled
            assert box["x"] >= 0, rolled
            assert box["x"] + box["width"] <= PHONE["width"], rolled
        # No die lies under one of another face.
        buttons = [each.bounding_box() for each in stage.page.locator("[data-face]").all()]
        assert not any(one != other and overlap(one, other) for one in buttons for other in buttons), rolled


def overlap(one: FloatRect | None, other: FloatRect | None) -> bool:
    """Whether two things overlap by more than a pixel."""
    assert one is not None
    assert other is not None
    across = min(one["x"] + one["width"], other["x"] + other["width"]) - max(one["x"], other["x"])
    down = min(one["y"] + one["height"], other["y"] + other["height"]) - max(one["y"], other["y"])
    return across > 1 and down > 1


def test_a_thief_reaches_for_the_top_portion(new_visitor: NewVisitor) -> None:
    stage = Stage(new_visitor(), BRATWURMECK, 3)
    page = stage.page
    page.evaluate(NOTE_FLIGHTS)
    table = {"grill": list(range(24, 37)), "turned": [21]}
    stage.tell(
        event("PortionTaken", seat=1, portion=23),
        event("PortionTaken", seat=2, portion=22),
        **table,
        stacks=[[], [23], [22]],
    )
    stage.flights("portion-22", "portion-23")
    stage.tell(event("PortionStolen", seat=0, portion=23, victim=1), **table, stacks=[[23], [], [22]])
    stage.flights("portion-23")
    expect(page.locator("[data-guest='1'] [data-mood=sour]").first).to_be_attached()
    expect(page.locator(".own [data-mood=happy]")).to_be_attached()
    # Any input ends it.
    page.keyboard.press("Shift")
    expect(page.locator(".arm")).to_have_count(0)


def test_five_players_of_barbecue_decide_without_scrolling(new_visitor: NewVisitor) -> None:
    stage = Stage(new_visitor(viewport=PHONE, reduced_motion="reduce"), BARBECUE, 5)
    failed = (event("AttemptFailed", seat=4, reason="no_new_face"), event("SnailPlaced", spot=36, displaced=None))
    spots = [plates(place % 5) for place in range(13)] + [SNAIL]
    for language in ("en", "de", "ro"):
        stage.in_language(language)
        stage.tell(
            event("DiceRolled", seat=4, dice="111"), *failed,
            spots=spots, moves=["roll", "stop"], kept="1166WW", total=28, **POINTS,
        )  # fmt: skip
        expect(stage.page.locator("[data-action=stop]")).to_be_visible()
        size = stage.page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        assert size == [PHONE["width"], PHONE["height"]], language
        assert stage.visitor.axe() == []


def test_plates_fly_and_snails_crawl(new_visitor: NewVisitor) -> None:
    stage = Stage(new_visitor(), BARBECUE, 3)
    stage.page.evaluate(NOTE_FLIGHTS)
    three = {"worms": [0, 0, 0], "snails": [0, 0, 0], "scores": [0, 0, 0], "pool": 2}
    stage.tell(event("PlatePlaced", seat=1, spot=30, worms=3), spots=grill({30: plates(1)}), **three)
    stage.flights("plate-30-1")
    stage.tell(event("PlateReplaced", seat=2, spot=30, worms=3, victim=1), spots=grill({30: plates(2)}), **three)
    stage.flights("plate-30-1", "plate-30-2")
    stage.tell(event("SpotSecured", seat=2, spot=30, worms=3), spots=grill({30: plates(2, 2)}), **three)
    stage.flights("plate-30-2")
    stage.tell(event("SnailPlaced", spot=36, displaced=None), spots=grill({36: SNAIL}), **three)
    stage.flights("snail-36")
    stage.tell(event("SnailTaken", seat=0, spot=None), spots=grill({36: SNAIL}), **three)
    stage.flights("snail-pool")
    stage.page.emulate_media(reduced_motion="reduce")
    stage.page.evaluate("window.flights = null")
    stage.tell(event("SnailTaken", seat=0, spot=36), spots=grill({}), **three | {"pool": 0})
    expect(stage.page.get_by_text("Snails left: 0")).to_be_attached()
    assert stage.page.evaluate("window.flights") is None


def test_a_failed_attempt_is_seen_and_can_be_looked_at_again(new_visitor: NewVisitor) -> None:
    visitor = new_visitor(viewport=PHONE)
    visitor.page.clock.install()
    stage = Stage(visitor, BRATWURMECK, 2)
    page = stage.page
    page.evaluate(NOTE_FLIGHTS)
    # However slow the machine is, the page's clock stands still meanwhile.
    page.clock.pause_at(datetime.now() + timedelta(minutes=1))
    everything = list(range(21, 37))
    stage.tell(
        event("PortionTaken", seat=1, portion=24), event("DiceRolled", seat=0, dice="1122334W"),
        grill=[each for each in everything if each != 24], stacks=[[24], []], turned=[],
    )  # fmt: skip
    stage.flights("portion-24")
    stage.tell(event("FaceKept", seat=0, face="3", count=2, total=6))
    stage.tell(
        event("DiceRolled", seat=0, dice="333"), event("AttemptFailed", seat=0, reason="no_new_face"),
        event("PortionReturned", seat=0, portion=24), event("PortionTurned", portion=36),
        event("DiceRolled", seat=1, dice="11223345"),
        grill=everything[:-1], stacks=[[], []], turned=[36], to_act=1, turn_of=1, rolled="11223345",
    )  # fmt: skip
    # The dice of the next player are on the table already; the failed ones cover them until the next input.
    expect(page.locator(".fatal-dice .die")).to_have_count(3)
    stage.flights("portion-24", "portion-36")
    recent = page.locator(".recent")
    expect(recent).to_have_text("24 goes back to the grill. 36 is turned over. Annabelle: a failed attempt.")
    page.keyboard.press("Shift")
    expect(page.locator(".fatal-dice .die")).to_have_count(0)
    page.clock.resume()
    expect(page.locator(".recent i")).to_have_count(3)
    page.get_by_role("button", name="Show the log").click()
    again = page.get_by_role("button", name="Look at the last turn again")
    again.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Annabelle’s last turn")
    for words in ("2 × 3, 1 × 4 and 1 × worm. Keeps 3: sum 6.", "3 × 3. Nothing new to keep.", "36 is turned over."):
        expect(dialog).to_contain_text(words)
    assert stage.visitor.axe() == []
    page.keyboard.press("Escape")
    expect(again).to_be_focused()


TREES = Path(__file__).parent / "trees"
TURNS: dict[str, tuple[str, dict[str, Any]]] = {
    "bratwurmeck": (BRATWURMECK, {
        "grill": [21, 22, 24, 26, 28, 29, 30, 31, 32, 33], "turned": [35, 36], "stacks": [[25], [34, 23], [27]],
        "scores": [2, 5, 2],
        "kept": "WW3", "rolled": "2455W", "total": 13, "moves": ["keep 2", "keep 4", "keep 5"],
        "follow_ups": {"keep 2": ["roll", "stop"], "keep 4": ["roll", "stop"], "keep 5": ["roll", "steal 23"]},
    }),
    "barbecue": (BARBECUE, {
        "spots": grill({26: plates(1), 30: plates(2, 2), 31: plates(0), 35: plates(2), 36: SNAIL}), "pool": 5,
        "worms": [3, 2, 9], "snails": [1, 0, 0], "scores": [6, 2, 9],
        "kept": "WWW4", "rolled": "155W", "total": 19, "moves": ["keep 1", "keep 5"],
        "follow_ups": {"keep 1": ["roll"], "keep 5": ["roll", "stop"]},
    }),
}  # fmt: skip


@pytest.mark.parametrize("name", TURNS)
def test_a_turn_as_a_screen_reader_has_it(new_visitor: NewVisitor, request: pytest.FixtureRequest, name: str) -> None:
    """The accessibility tree of a turn, stored as text: review it before you update it by --update-golden."""
    game, turn = TURNS[name]
    stage = Stage(new_visitor(reduced_motion="reduce"), game, 3)
    page = stage.page
    stage.tell(**turn)
    expect(page.locator("[data-face][data-choice]")).to_have_count(len(turn["moves"]))
    page.keyboard.press("5")
    expect(page.locator("[aria-pressed=true]")).to_have_count(1)
    parts = ("main .players", "main .board", "main .own", "main .play")
    found = "".join(f"{page.locator(part).aria_snapshot()}\n" for part in parts)
    golden = TREES / f"{name}.yaml"
    if request.config.getoption("--update-golden"):
        golden.write_text(found, "utf-8")
    assert found == golden.read_text("utf-8")
