"""The review of a game in the terminal: the graph, luck and choices, the costliest decisions in words, and a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from heckmeck.cli.console import display_names, out, seat_text
from heckmeck.cli.moment_words import moments_in_words
from heckmeck.cli.win_graph import seat_sign, win_graph
from heckmeck.cli.win_words import (
    REST,
    REST_LEGEND,
    WORMS_LEGEND,
    WORTH_A_FIGURE,
    accuracy_in_words,
    instead_of_wins,
    percent,
    points,
    worms_lost,
)
from heckmeck.games import AnyGame, get
from heckmeck.play import Record
from heckmeck.play.review import Judged, Review
from heckmeck.play.win_accounts import WinJudged, WinReview

WORTH_LISTING = 0.005
"""The loss from which on a decision is listed, as a share of wins."""
WORMS_WORTH_LISTING = 0.1
"""The same in worms or points, where the chances to win are not known."""
LEGEND = (
    "In percentage points of the chance to win. Luck: what chance decided; on average it is nothing. Own choices: what "
    "better ones would have kept. Others' choices: what these brought or cost. {rest} Accuracy: how much was kept of "
    "what was at stake. At the right: {unit} lost by own choices."
)


class ReviewReport:
    """What is shown of a review."""

    def __init__(self, record: Record, review: Review, why_no_wins: str | None) -> None:
        self._record = record
        self._review = review
        self._why_no_wins = why_no_wins
        self._game: AnyGame = get(record.game)
        self._names = display_names(record.players)
        self._period = "round" if self._game.round_end is not None else "turn"
        self._told = moments_in_words(record, review, self._names)

    def parts(self, every: bool) -> Iterator[RenderableType]:
        """Yield what is to be printed, one below the other; `every` decision is listed, or only those that cost."""
        yield Text(f"{self._game.title}: {', '.join(self._names)}", style="bold")
        yield self._outcome()
        wins = self._review.wins
        yield ""
        if wins is None:
            yield Text(instead_of_wins(self._why_no_wins, self._game.unit), style="hint")
            yield Text("Luck and choices", style="bold")
            yield self._worms()
            yield Text(WORMS_LEGEND, style="hint")
        else:
            yield Text(f"Chances to win after every {self._period}, about", style="bold")
            yield from win_graph(wins.course, out.width, self._period)
            yield self._legend(wins)
            yield ""
            yield Text("Luck and choices", style="bold")
            yield self._accounts(wins)
            rest = REST_LEGEND[self._review.exact].format(period=self._period)
            yield Text(LEGEND.format(unit=self._game.unit, rest=rest), style="hint")
        yield ""
        yield from self._moments()
        yield Text("Every decision" if every else "Decisions that cost something", style="bold")
        yield self._decisions(every)
        if not every:
            yield Text("--all lists every decision.", style="hint")

    def _outcome(self) -> Text:
        outcome = self._record.outcome
        if outcome is None:
            return Text("The game is not over.")
        winners = " and ".join(self._names[seat] for seat in outcome.winners)
        scores = ", ".join(str(score) for score in outcome.scores)
        return Text(f"{winners} won. {self._game.unit.capitalize()}: {scores}.")

    def _legend(self, wins: WinReview) -> Text:
        legend = Text()
        for seat, (name, account) in enumerate(zip(self._names, wins.seats, strict=True)):
            legend.append(f"{seat_sign(seat)} {name}", f"seat{seat}")
            legend.append(f" {percent(account.start)} → {percent(account.end)}   ".replace("→", _arrow()))
        return legend

    def _accounts(self, wins: WinReview) -> Table:
        """Return how luck and choices changed everybody's chance, in percentage points."""
        rest = REST[self._review.exact]
        headings = ("start", "luck", "own choices", "others' choices", rest, "end", "accuracy")
        table = _grid("", *headings, self._game.unit, gap=1)
        for seat, account in enumerate(wins.seats):
            table.add_row(
                seat_text(seat, self._names[seat]),
                percent(account.start),
                points(account.luck, signed=True),
                points(-account.lost, signed=True),
                points(account.gifts, signed=True),
                points(account.rest, signed=True),
                percent(account.end),
                accuracy_in_words(account.accuracy, account.lost),
                f"{-self._review.lost[seat] or 0.0:.1f}" if self._review.lost else "",
            )
        return table

    def _worms(self) -> Table:
        """Return what was lost, and luck, in worms or points."""
        table = _grid("", f"{self._game.unit} lost by own choices", "luck")
        for seat, name in enumerate(self._names):
            lost, luck = self._review.lost, self._review.luck
            table.add_row(
                seat_text(seat, name), f"{lost[seat]:.1f}" if lost else "", f"{luck[seat]:+.1f}" if luck else ""
            )
        return table

    def _moments(self) -> Iterator[RenderableType]:
        for seat, name in enumerate(self._names):
            told = list(self._moments_of(seat))
            if told:
                yield Text.assemble("Where it cost ", (name, f"seat{seat}"), " most", style="bold")
                yield from told
                yield ""

    def _moments_of(self, seat: int) -> Iterator[RenderableType]:
        for number, told in enumerate((each for each in self._told if each.seat == seat), 1):
            yield Text.assemble((f"{number}  ", "key"), (f"{self._period.capitalize()} {told.when}", "hint"))
            yield Padding(told.text, (0, 0, 0, 3), expand=False)

    def _decisions(self, every: bool) -> Table:
        wins = self._review.wins
        chances: Sequence[WinJudged | None] = [None] * len(self._review.decisions) if wins is None else wins.decisions
        headings = ["chosen", "better", *(["wins", "instead of", "cost"] if wins else []), self._game.unit]
        table = _grid(self._period, "player", *headings, left=("player", "chosen", "better"))
        for judged, win in zip(self._review.decisions, chances, strict=True):
            lost = judged.lost >= WORMS_WORTH_LISTING if win is None else win.lost >= WORTH_LISTING
            if every or lost:
                table.add_row(*self._row(judged, win))
        return table

    def _row(self, judged: Judged, win: WinJudged | None) -> list[Text | str]:
        lost = judged.lost if win is None else win.lost
        best = judged.move if lost < WORTH_A_FIGURE else judged.best if win is None else win.best
        cells: list[Text | str] = [
            str(judged.turn),
            seat_text(judged.seat, self._names[judged.seat]),
            judged.move,
            Text("" if best == judged.move else best, "good"),
        ]
        if win is not None:
            cells += [percent(win.win), percent(win.best_win), points(win.lost) if best != judged.move else ""]
        return [*cells, worms_lost(judged.lost)]


def _grid(first: str, *headings: str, left: Sequence[str] = (), gap: int = 2) -> Table:
    table = Table(box=None, header_style="hint", padding=(0, gap, 0, 0))
    table.add_column(first, overflow="ellipsis", no_wrap=True)
    for heading in headings:
        table.add_column(heading, justify="left" if heading in left else "right")
    return table


def _arrow() -> str:
    return "->" if out.options.ascii_only else "→"
