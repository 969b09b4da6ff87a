"""`heckmeck odds`: the exact odds of every choice in a turn."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from heckmeck.bots.win_shares import why_no_win_shares
from heckmeck.cli.chart import check_path, save
from heckmeck.cli.console import BEST, out, sign
from heckmeck.cli.odds_chart import odds_chart
from heckmeck.cli.options import Options, parse_options
from heckmeck.cli.situations import described_view, written_view
from heckmeck.cli.win_words import percent
from heckmeck.games import GAMES, BadSetup, DiceView, GameError, Move, RollAndKeep, get, get_dice_game
from heckmeck.play.win_chances import DIGITS, win_chances_for
from heckmeck.solve.odds import FAILED, Choice, Odds
from heckmeck.solve.odds import odds as odds_of

DICE_GAMES = [name for name, game in GAMES.items() if isinstance(game, RollAndKeep)]
MAX_BAR = 30
"""The length of the longest bar."""

Wins = Mapping[Move, float]
"""The chance to win the game after each move; nothing where it is not known."""


def odds(
    game: Annotated[
        str,
        typer.Argument(
            help=f"{' or '.join(DICE_GAMES)}; or, in quotation marks, a position of any game with dice, which says "
            "everything but the goal.",
            metavar="GAME|POSITION",
            show_default=False,
        ),
    ],
    kept: Annotated[str, typer.Option(help="The kept dice, such as 44W.")] = "",
    rolled: Annotated[str, typer.Option(help="The dice just rolled, such as 11235.")] = "",
    grill: Annotated[
        str | None,
        typer.Option(
            help="Bratwurmeck: the open portions, such as 21-28,30; a range leaves out those that somebody has won. "
            "Default: all."
        ),
    ] = None,
    stack: Annotated[str, typer.Option(help="Bratwurmeck: your stack, the top last.")] = "",
    tops: Annotated[str, typer.Option(help="Bratwurmeck: the tops of the other stacks.")] = "",
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
    """Calculate what every choice in a turn of a dice game is worth.

    Without dice: what the whole turn is worth. The expected worms or points are those you win minus those that a failed
    attempt costs you at once; of a theft only what you get counts. They are exact, and so is the success, if you go on
    for most worms or points. Beside them stands about how likely you win the game if you go on for that, where it can
    be estimated: then it decides which choice is the best. A position is a line of text as `position` prints it in
    `heckmeck play`.
    """
    if plot is not None:
        check_path(plot)
    described = {"grill": grill, "stack": stack, "tops": tops, "spots": spots, "pool": pool}
    turn = {"kept": kept, "rolled": rolled, "options": parse_options(option)}
    if "=" in game:
        if any(value not in (None, "", {}) for value in (*described.values(), *turn.values())):
            raise BadSetup("bad_position", "A position says it all: leave out the options that describe one.")
        view = _view_at(game)
    else:
        view = described_view(get_dice_game(game).name, described, turn)
    found, wins = _by_wins(odds_of(view, at_least=at_least, exactly=exactly))
    unit = get(view.game).unit
    if plot is not None:
        save(odds_chart(found, unit), plot)
    if as_json:
        typer.echo(json.dumps(_written(found, wins), indent=2))
        return
    _show(found, wins, unit)
    if plot is not None:
        out.print(Text(f"The chart is in {plot}", style="hint"), soft_wrap=True)


def _view_at(position: str) -> DiceView:
    """Return the view of the player whose turn it is. It does not matter whose view the text is: nothing is hidden."""
    words = position.split(" ")
    game = get_dice_game(words[0])
    state = game.from_position(" ".join(word for word in words if not word.startswith("view=")))
    if game.to_act(state) is None:
        raise BadSetup("game_over", "The game is over in this position: there are no odds.")
    view: DiceView = game.view(state, state.seat)
    return view


def _by_wins(odds: Odds) -> tuple[Odds, Wins]:
    """Return odds with the best chance to win first, and these chances; without any where there is a goal instead."""
    chances = None if odds.goal is not None else win_chances_for(get(odds.view.game), odds.view.setup)
    if chances is None:
        return odds, {}
    wins = {move: round(win, DIGITS) for move, win in chances.wins(odds.view).items()}
    return replace(odds, choices=tuple(sorted(odds.choices, key=lambda choice: -wins[choice.move]))), wins


def _written(odds: Odds, wins: Wins) -> dict[str, object]:
    """Return odds in the form of JSON, the position among them."""
    view = odds.view
    position = {**written_view(view), "kept": view.kept, "rolled": view.rolled, "sum": view.total}
    with suppress(GameError):  # a game of another package may have no notation for positions
        position["text"] = get(view.game).position(view)
    return {
        "game": view.game,
        "position": position,
        "goal": None if odds.goal is None else str(odds.goal),
        "best_by": "win" if wins else "gain" if odds.goal is None else "goal",
        "choices": [
            {
                "move": str(choice.move),
                "best": choice is odds.best,
                "success": choice.success,
                "gain": choice.gain,
                "goal": choice.goal,
                "win": wins.get(choice.move),
                "results": [{"name": r.name, "gain": r.gain, "chance": r.chance} for r in choice.results],
            }
            for choice in odds.choices
        ],
    }


def _show(odds: Odds, wins: Wins, unit: str) -> None:
    out.print(_choices(odds, wins, unit))
    if odds.goal is None:
        out.print(Text(_note(odds, wins, unit), style="hint"))
    uncertain = [choice for choice in odds.choices if len(choice.results) > 1]
    if uncertain:
        out.print()
        out.print(_results(uncertain, odds.best))


def _note(odds: Odds, wins: Wins, unit: str) -> str:
    """Say what the star goes by, how certain that is, and which play the figures belong to."""
    if wins:
        return (
            f"{sign(BEST)} by wins: about your chance to win this game of {odds.view.setup.seats} players, an "
            f"estimate, if you go on for the win. Success and {unit} are exact, if you go on for most {unit}."
        )
    reason = why_no_win_shares(odds.view.setup)
    return f"{sign(BEST)} by expected {unit}." if reason is None else f"{sign(BEST)} by expected {unit}. {reason}"


def _choices(odds: Odds, wins: Wins, unit: str) -> Table:
    table = Table(box=None, header_style="hint", padding=(0, 2, 0, 0))
    for heading in ("", "choice", ""):
        table.add_column(heading)
    if odds.goal is not None:
        table.add_column(str(odds.goal), justify="right")
    if wins:
        table.add_column("wins", justify="right")
    table.add_column("success", justify="right")
    table.add_column(f"expected {unit}", justify="right")
    view = odds.view
    names = ["you" if seat == view.turn_of else f"player {seat + 1}" for seat in range(view.setup.seats)]
    for choice in odds.choices:
        best = choice is odds.best
        hint = view.hint(choice.move, names) if view.moves or view.kept else "the whole turn"
        goal = [] if choice.goal is None else [_percent(choice.goal)]
        win = [percent(wins[choice.move])] if wins else []
        figures = (*goal, *win, _percent(choice.success), f"{choice.gain:.4f}")
        mark = Text(f"{sign(BEST)} best", style="key") if best else Text("")
        table.add_row(mark, str(choice.move), Text(hint, style="hint"), *figures, style="bold" if best else "")
    return table


def _results(choices: list[Choice], best: Choice) -> Table:
    """Return a table with a row for each result and a column for each choice, and bars for the first choice."""
    table = Table("result", "gain", box=None, header_style="hint", padding=(0, 2, 0, 0))
    for choice in choices:
        table.add_column(str(choice.move), justify="right", style="bold" if choice is best else "")
    table.add_column("", no_wrap=True)
    gains = {result.name: result.gain for choice in choices for result in choice.results}
    chances = [{result.name: result.chance for result in choice.results} for choice in choices]
    longest = max(chances[0].values())
    room = max(0, min(MAX_BAR, out.width - 24 - 9 * len(choices)))
    for name in _in_order(gains):
        cells = [_percent(chance[name]) if name in chance else "" for chance in chances]
        bar = "█" * round(room * chances[0].get(name, 0.0) / longest)
        shown = "failed attempt" if name == FAILED else name
        table.add_row(shown, f"{gains[name]:+d}", *cells, Text(bar, style="snail" if name == FAILED else "worm"))
    return table


def _in_order(names: Iterable[str]) -> list[str]:
    """Return portions or spots by their numbers, then the other results, a failed attempt last."""
    return sorted(names, key=lambda name: (not name.isdecimal(), name == FAILED, name))


def _percent(chance: float) -> str:
    return f"{100 * chance:.2f} %"
