"""Playing on the pages in any engine. What pages call their things is said here, and only here."""

from __future__ import annotations

import time
from typing import Any

from helpers.engines.engine import PATIENCE, Engine

GAMES = ("Heckmeck am Bratwurmeck", "Heckmeck Barbecue", "Heckmeck am Karteneck")
ENTER = "\ue007"
"""WebDriver's name for the key."""
OVER = "Play again"
LONGEST_GAME = 600
"""Presses; our greed ends every game long before."""
CHOICES = """
const usable = (each) => !each.disabled && each.getBoundingClientRect().width > 0;
const chosen = (each) => ["aria-pressed", "aria-checked"].some((name) => each.getAttribute(name) === "true");
const choices = [...document.querySelectorAll("[data-choice]")].filter(usable).map((each) => ({
    element: each, name: each.innerText, chosen: chosen(each),
    kind: each.dataset.action ?? ("face" in each.dataset ? "face" : "card" in each.dataset ? "card" : "other"),
}));
"""
"""In the page: all that can be pressed to play on, with the kind of each: a face, a card, or the name of an action."""
LOOK = (
    CHOICES
    + """
if (choices.length === 0) return null;
return { choices, all: JSON.stringify(choices) + document.querySelector("main").innerText };
"""
)


def introduce(engine: Engine, name: str = "Ann") -> None:
    """Say one's name, where a dialog asks for it."""
    engine.fill(engine.find("textbox", "Your name"), name)
    engine.click("button", "Let’s play")


def play_now(engine: Engine, url: str, game: str) -> None:
    """Go from the start page to a table with bots; who is known is not asked again."""
    engine.goto(f"{url}/")
    engine.click("button", f"Play now: {game}")
    engine.until("return location.pathname.startsWith('/t/') || document.querySelector('dialog[open]') !== null")
    if engine.has("textbox", "Your name"):
        introduce(engine)
    engine.until("return location.pathname.startsWith('/t/')")


def open_table(engine: Engine, url: str, game: str = GAMES[0], seats: int = 2) -> None:
    """Open a table for friends, and wait there."""
    engine.goto(f"{url}/")
    engine.click("button", f"Play with friends: {game}")
    field = engine.find("textbox", "Your name")
    if not engine.run("return arguments[0].value", field):
        engine.fill(field, "Ann")
    engine.press(engine.find("radio", str(seats)))
    engine.click("button", "Open the table")
    engine.until("return location.pathname.startsWith('/t/')")


def fill_with_bots(engine: Engine) -> None:
    engine.click("button", "Fill up with bots and start")
    engine.until(LOOK)


def play_to_the_end(engine: Engine) -> None:
    for _ in range(LONGEST_GAME):
        if _over(engine):
            return
        make_a_move(engine)
    raise AssertionError("the game does not end")


def make_a_move(engine: Engine) -> None:
    """Press what is reasonable, or what there is; whatever has to be pressed twice is pressed again the next time."""
    seen = engine.until(LOOK)
    if any(choice["name"] == OVER for choice in seen["choices"]):
        return
    choice = _reasonable(seen["choices"])
    if choice["kind"] == "card":
        # Cards overlap: the middle of one may lie under the next.
        engine.type_into(choice["element"], ENTER)
    else:
        engine.press(choice["element"])
    _changed(engine, seen["all"])


def _over(engine: Engine) -> bool:
    """Wait until it is our turn or the game is over, and say which."""
    names = [choice["name"] for choice in engine.until(LOOK)["choices"]]
    return OVER in names


def _changed(engine: Engine, before: str) -> None:
    deadline = time.monotonic() + PATIENCE / 10
    while time.monotonic() < deadline:
        now = engine.run(LOOK)
        if now is None or now["all"] != before:
            return
        time.sleep(0.02)


def _reasonable(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """Choose the highest face or card first; take what can be taken; else roll on."""
    things = [choice for choice in choices if choice["kind"] in {"face", "card"}]
    actions = {choice["kind"]: choice for choice in choices}
    way_out = actions.get("out", {"name": ""})
    wants_cards = "no worm" in way_out["name"] or not actions.keys() & {"out", "steal"}
    if things and not any(thing["chosen"] for thing in things) and ("card" not in actions or wants_cards):
        return things[-1]
    if "lay" in actions and wants_cards:
        return actions["lay"]
    if "stop" in actions and "nothing" not in actions["stop"]["name"]:
        return actions["stop"]
    return next((actions[kind] for kind in ("roll", "steal", "out", "stop") if kind in actions), choices[-1])
