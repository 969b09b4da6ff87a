"""`heckmeck odds`: the exact odds of every choice in a situation of a turn."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from heckmeck.cli.chart import check_path, odds_chart, save
from heckmeck.cli.console import out
from heckmeck.cli.hint import hint
from heckmeck.cli.options import GameName, Options, parse_options
from heckmeck.cli.places import grill_portions, portions, spots_on, written_spots
from heckmeck.games import BadSetup, DiceView, get
from heckmeck.games.barbecue import BarbecueView
from heckmeck.games.barbecue.situation import barbecue_view
from heckmeck.games.bratwurmeck import BratwurmeckView
from heckmeck.games.bratwurmeck.situation import bratwurmeck_view
from heckmeck.solve.odds import FAILED, Choice, Odds
from heckmeck.solve.odds import odds as odds_of

BAR = 30
"""The length of the longest bar."""


def odds(
    game: GameName,
    kept: Annotated[str, typer.Option(help="The dice set aside, such as 44W.")] = "",
    rolled: Annotated[str, typer.Option(help="The dice just rolled, such as 11235.")] = "",
    grill: Annotated[
        str | None,
        typer.Option(
            help="Bratwurmeck: the open portions, such as 21-28,30; of a range, those that nobody has. Default: all."
        ),
    ] = None,
    stack: Annotated[str, typer.Option(help="Bratwurmeck: your stack, the top last.")] = "",
    tops: Annotated[str, typer.Option(help="Bratwurmeck: the tops of the others' stacks.")] = "",
    spots: Annotated[
        str, typer.Option(help="Barbecue: what lies where, such as 23=me,24=2me,30=other,35=snail. Default: nothing.")
    ] = "",
    pool: Annotated[int | None, typer.Option(help="Barbecue: the snails in the pool. Default: all others.")] = None,
    at_least: Annotated[
        int | None, typer.Option(metavar="N", help="Play for the best chance of at least this sum, with a worm.")
    ] = None,
    exactly: Annotated[
        int | None, typer.Option(metavar="N", help="Play for the best chance of exactly this sum, with a worm.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write JSON instead of tables.")] = False,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw a chart into a .png or .svg file.")] = None,
    option: Options = None,
) -> None:
    """Say what every choice in a turn of a dice game is worth, exactly.

    Without dice: what the whole turn is worth. The expected worms or points are those you win less those that a failed
    attempt costs you at once; of a theft only what you get counts.
    """
    if plot is not None:
        check_path(plot)
    options = parse_options(option)
    view: DiceView
    if game == "bratwurmeck":
        _refuse(game, {"--spots": spots, "--pool": pool})
        won, others = portions(stack), portions(tops)
        open_ones = None if grill is None else grill_portions(grill, [*won, *others])
        view = bratwurmeck_view(grill=open_ones, stack=won, tops=others, kept=kept, rolled=rolled, options=options)
    elif game == "barbecue":
        _refuse(game, {"--grill": grill, "--stack": stack, "--tops": tops})
        view = barbecue_view(spots=spots_on(spots), pool=pool, kept=kept, rolled=rolled, options=options)
    else:
        raise BadSetup("no_dice", f"{get(game).title} is not played with dice: there are no odds of a turn.")
    found = odds_of(view, at_least=at_least, exactly=exactly)
    unit = "points" if isinstance(view, BarbecueView) else "worms"
    if plot is not None:
        save(odds_chart(found, unit), plot)
    if as_json:
        typer.echo(json.dumps(written(game, found), indent=2))
        return
    _show(found, unit)
    if plot is not None:
        out.print(Text(f"The chart is in {plot}", style="hint"), soft_wrap=True)


def _refuse(game: str, given: dict[str, object]) -> None:
    for name, value in given.items():
        if value not in (None, ""):
            raise BadSetup("wrong_game", f"{name} says nothing about {get(game).title}: leave it out.")


def written(game: str, odds: Odds) -> dict[str, object]:
    """Return odds in the form of JSON, the position among them."""
    view = odds.view
    if isinstance(view, BratwurmeckView):
        tops = [stack[-1] for stack in view.stacks[1:] if stack]
        position: dict[str, object] = {"grill": list(view.grill), "stack": list(view.stacks[0]), "tops": tops}
    elif isinstance(view, BarbecueView):
        position = {"spots": written_spots(view), "pool": view.pool}
    return {
        "game": game,
        "position": {**position, "kept": view.kept, "rolled": view.rolled, "sum": view.total},
        "goal": None if odds.goal is None else str(odds.goal),
        "choices": [
            {
                "move": str(choice.move),
                "best": choice is odds.best,
                "success": choice.success,
                "gain": choice.gain,
                "goal": choice.goal,
                "results": [{"name": r.name, "gain": r.gain, "chance": r.chance} for r in choice.results],
            }
            for choice in odds.choices
        ],
    }


def _show(odds: Odds, unit: str) -> None:
    out.print(_choices(odds, unit))
    unsure = [choice for choice in odds.choices if len(choice.results) > 1]
    if unsure:
        out.print()
        out.print(_results(unsure, odds.best))


def _choices(odds: Odds, unit: str) -> Table:
    table = Table(box=None, header_style="hint", padding=(0, 2, 0, 0))
    for heading in ("", "choice", ""):
        table.add_column(heading)
    if odds.goal is not None:
        table.add_column(str(odds.goal), justify="right")
    table.add_column("success", justify="right")
    table.add_column(f"expected {unit}", justify="right")
    names = ["you", *(f"player {seat + 1}" for seat in range(1, odds.view.setup.seats))]
    for choice in odds.choices:
        best = choice is odds.best
        told = hint(choice.move, odds.view, names) if odds.view.moves else "the whole turn"
        goal = [] if choice.goal is None else [_percent(choice.goal)]
        figures = (*goal, _percent(choice.success), f"{choice.gain:.4f}")
        mark = Text("★ best", style="key") if best else Text("")
        table.add_row(mark, str(choice.move), Text(told, style="hint"), *figures, style="bold" if best else "")
    return table


def _results(choices: list[Choice], best: Choice) -> Table:
    """Return a table with one line a result and one column a choice, and bars for the first of them."""
    table = Table("result", "gain", box=None, header_style="hint", padding=(0, 2, 0, 0))
    for choice in choices:
        table.add_column(str(choice.move), justify="right", style="bold" if choice is best else "")
    table.add_column("", no_wrap=True)
    gains = {result.name: result.gain for choice in choices for result in choice.results}
    chances = [{result.name: result.chance for result in choice.results} for choice in choices]
    longest = max(chances[0].values())
    room = max(0, min(BAR, out.width - 24 - 9 * len(choices)))
    for name in _in_order(gains):
        cells = [_percent(chance[name]) if name in chance else "" for chance in chances]
        bar = "█" * round(room * chances[0].get(name, 0.0) / longest)
        shown = "failed attempt" if name == FAILED else name
        table.add_row(shown, f"{gains[name]:+d}", *cells, Text(bar, style="snail" if name == FAILED else "worm"))
    return table


def _in_order(names: Iterable[str]) -> list[str]:
    """Portions or spots by their numbers, then the rest, a failed attempt last."""
    return sorted(names, key=lambda name: (not name.isdecimal(), name == FAILED, name))


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"
