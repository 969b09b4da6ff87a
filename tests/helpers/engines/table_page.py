"""Playing on the pages in any engine. Only this module knows the names of elements."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from helpers.engines.engine import Engine, Gone

GAMES = ("Heckmeck am Bratwurmeck", "Heckmeck Barbecue", "Heckmeck am Karteneck")
ENTER = "\ue007"
"""WebDriver's name for the key."""
OVER = "Play again"
LONGEST_GAME = 600
"""Maximum number of presses; greedy play ends every game long before."""
EAGER = 24
"""Presses of a game in which we play for worms. After them we end our turns as soon as we may: no game is long."""
DELIBERATE = 420
"""Milliseconds after which a second press counts as deliberate."""
CHOICES = """
const usable = (each) => !each.disabled && each.getBoundingClientRect().width > 0;
const chosen = (each) => ["aria-pressed", "aria-checked"].some((name) => each.getAttribute(name) === "true");
const kindOf = ({ dataset }) => dataset.action ?? ("face" in dataset ? "face" : "card" in dataset ? "card" : "other");
const elements = [...document.querySelectorAll("[data-choice]")].filter(usable);
const described = (each) => ({
    name: each.innerText.trim(), kind: kindOf(each), chosen: chosen(each), armed: each.classList.contains("armed"),
});
const choices = elements.map(described).map((each) => ({ ...each, key: JSON.stringify(each) }));
"""
"""In the page: all that can be pressed to play on, with the kind of each: a face, a card, or the name of an action."""
LOOK = (
    CHOICES
    + """
if (choices.length === 0) return null;
return { choices, all: JSON.stringify(choices) + document.querySelector("main").innerText };
"""
)
FETCH = CHOICES + "return elements[choices.findIndex(({ key }) => key === arguments[0])] ?? null;"
"""In the page: the element of a choice found before. Elements disappear, so they are looked up just to be pressed."""
CLOCK = "return performance.now()"
AT_TABLE = "return location.href.includes('/t/')"


def introduce(engine: Engine, name: str = "Ann") -> None:
    """Enter a name if a dialog asks for it."""
    engine.fill(engine.find("textbox", "Your name"), name)
    engine.click("button", "Let’s play")


def play_now(engine: Engine, url: str, game: str) -> None:
    """Go from the start page to a table with bots; known players are not asked for a name again."""
    engine.goto(f"{url}/")
    engine.click("button", f"Play now: {game}")
    engine.until(f"{AT_TABLE} || document.querySelector('dialog[open]') !== null")
    if engine.has("textbox", "Your name"):
        introduce(engine)
    engine.until(AT_TABLE)


def open_table(engine: Engine, url: str, game: str = GAMES[0], seats: int = 2) -> None:
    """Open a table for friends, and wait there."""
    engine.goto(f"{url}/")
    engine.click("button", f"Play with friends: {game}")
    field = engine.find("textbox", "Your name")
    if not engine.run("return arguments[0].value", field):
        engine.fill(field, "Ann")
    engine.press(engine.find("radio", str(seats)))
    engine.click("button", "Open the table")
    engine.until(AT_TABLE)


def fill_with_bots(engine: Engine) -> None:
    engine.click("button", "Fill up with bots and start")
    engine.until(LOOK)


def choices(engine: Engine) -> list[str]:
    """Return all that can be pressed to play on."""
    return [choice["key"] for choice in engine.until(LOOK)["choices"]]


def play_to_the_end(engine: Engine) -> None:
    for presses in range(LONGEST_GAME):
        if make_a_move(engine, eager=presses < EAGER) == OVER:
            return
    raise AssertionError("the game does not end")


def make_a_move(engine: Engine, *, eager: bool = True) -> str:
    """Press a reasonable choice, or any, and return its label. Once the game is over nothing is pressed."""
    seen = engine.until(LOOK)
    if any(choice["name"] == OVER for choice in seen["choices"]):
        return OVER
    choice = _reasonable(seen["choices"], eager)
    if choice["armed"]:
        engine.until(f"{CLOCK} - arguments[0] > {DELIBERATE}", engine.run(CLOCK))
    # A choice that has disappeared or changed is not pressed: the next call finds its replacement.
    with suppress(Gone):
        _press(engine, choice)
        _changed(engine, seen["all"])
    return str(choice["name"])


def _press(engine: Engine, choice: dict[str, Any]) -> None:
    element = engine.run(FETCH, choice["key"])
    if element is None:
        raise Gone
    if choice["kind"] == "card":
        # Cards overlap: the middle of one may lie under the next.
        engine.type_into(element, ENTER)
    else:
        engine.press(element)


def _changed(engine: Engine, before: str) -> None:
    """Wait until a press has had an effect: every one has."""
    engine.until(f"const look = () => {{ {LOOK} }}; return look()?.all !== arguments[0]", before)


def _reasonable(choices: list[dict[str, Any]], eager: bool) -> dict[str, Any]:
    """Choose the highest face or card first; take a prize if possible; else roll on, or give up unless eager."""
    things = [choice for choice in choices if choice["kind"] in {"face", "card"}]
    actions = {choice["kind"]: choice for choice in choices}
    way_out = actions.get("out", {"name": ""})
    wants_cards = "no worm" in way_out["name"] or not actions.keys() & {"out", "steal"}
    if things and not any(thing["chosen"] for thing in things) and ("card" not in actions or wants_cards):
        return things[-1]
    if "lay" in actions and wants_cards:
        return actions["lay"]
    if "stop" in actions and not (eager and "nothing" in actions["stop"]["name"]):
        return actions["stop"]
    return next((actions[kind] for kind in ("roll", "steal", "out", "stop") if kind in actions), choices[-1])
