"""The review of a game as one HTML page: text, tables and a drawn graph, without scripts or anything to load."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from heckmeck.bots.win_shares import Shares
from heckmeck.cli.console import display_names
from heckmeck.cli.moment_words import moments_in_words
from heckmeck.cli.win_words import (
    REST,
    REST_LEGEND,
    WORMS_LEGEND,
    WORTH_A_FIGURE,
    accuracy_in_words,
    changed,
    instead_of_wins,
    percent,
    points,
    worms_lost,
)
from heckmeck.games import AnyGame, get
from heckmeck.games.pieces import SHAPES
from heckmeck.play import Record
from heckmeck.play.review import Review
from heckmeck.play.win_accounts import WinAccount, WinReview

WIDTH, HEIGHT = 760, 340
LEFT, RIGHT, TOP, BOTTOM = 82, 44, 16, 40
DASHES = ("", "9 4", "2.5 3.5", "12 4 2.5 4", "5 3", "14 3 3 3 3 3", "1.5 5")
"""How the lines of the seats are dashed, so that colour is not all that tells them apart."""
MARK = 20
"""Height of a mark at the end of a line, on a phone."""
MAX_LABELS = 10
"""Maximum number of turns that are numbered below the graph."""

STYLE = """
:root { color-scheme: light dark; --paper: #fbf5ea; --sheet: #fff; --ink: #2b211b; --soft: #6b5c50; --line: #d9cbb4;
  --good: #1f7a4d; --poor: #b3361f; --s0: #1f77b4; --s1: #b34e00; --s2: #127a5a; --s3: #7b3294; --s4: #8a6508;
  --s5: #c2185b; --s6: #455a64; }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1a18; --sheet: #2a2522; --ink: #f3e9dc; --soft: #b9ab9c;
  --line: #54463a; --good: #46c28a; --poor: #ff8d75; --s0: #6fb5e8; --s1: #f09a55; --s2: #52cda6; --s3: #cf9be4;
  --s4: #e0bb4a; --s5: #f27fae; --s6: #a9bcc5; } }
body { margin: 0 auto; max-width: 60rem; padding: 1rem clamp(0.8rem, 3vw, 2rem) 3rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0.6rem 0 0; } h2 { font-size: 1.15rem; margin: 1.8rem 0 0.5rem; }
p { margin: 0.3rem 0; } .soft { color: var(--soft); } .good { color: var(--good); font-weight: 600; }
.poor { color: var(--poor); font-weight: 600; }
svg { display: block; width: 100%; height: auto; background: var(--sheet); border: 1px solid var(--line);
  border-radius: 0.5rem; } svg text { font: 13px system-ui, sans-serif; fill: var(--soft); }
svg .line { fill: none; stroke-width: 2.4; stroke-linejoin: round; } svg .grid { stroke: var(--line); }
@media (max-width: 40rem) { svg text { font-size: 22px; } svg .line { stroke-width: 4; } }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; padding: 0; margin: 0.5rem 0; list-style: none; }
.scroll { overflow-x: auto; max-height: 26rem; overflow-y: auto; border: 1px solid var(--line); border-radius: 0.5rem;
  background: var(--sheet); }
table { border-collapse: collapse; width: 100%; font-size: 0.92rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.25rem 0.6rem; text-align: right; white-space: nowrap; }
th[scope=row], td.text, th.text { text-align: left; } thead th { color: var(--soft); font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid var(--line); } summary { cursor: pointer; padding: 0.5rem 0; }
ol { padding-left: 1.4rem; } li { margin: 0.35rem 0; }
"""


def review_page(record: Record, review: Review, why_no_wins: str | None) -> str:
    """Return the page. It takes nothing from elsewhere, and follows the reader's light or dark colours."""
    return "".join(_Page(record, review, why_no_wins).parts())


class _Page:
    def __init__(self, record: Record, review: Review, why_no_wins: str | None) -> None:
        self._record = record
        self._review = review
        self._why_no_wins = why_no_wins
        self._game: AnyGame = get(record.game)
        self._names = [escape(name) for name in display_names(record.players)]
        self._period = "round" if self._game.round_end is not None else "turn"
        self._told = moments_in_words(record, review, display_names(record.players))

    def parts(self) -> Iterator[str]:
        title = f"{escape(self._game.title)}: {', '.join(self._names)}"
        yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}</title><style>{STYLE}</style></head><body><main>"
        yield f"<h1>{title}</h1><p>{self._outcome()}</p>"
        wins = self._review.wins
        if wins is None:
            yield f'<p class="soft">{escape(instead_of_wins(self._why_no_wins, self._game.unit))}</p>'
            yield self._worms()
        else:
            yield f"<h2>Chances to win after every {self._period}</h2>{self._graph(wins.course)}{self._legend(wins)}"
            yield self._course(wins)
            yield f"<h2>Luck and choices</h2>{self._sentences(wins)}{self._accounts(wins)}"
        yield from self._moments()
        yield self._decisions()
        yield "</main></body></html>\n"

    def _outcome(self) -> str:
        outcome = self._record.outcome
        if outcome is None:
            return "The game is not over."
        winners = " and ".join(self._names[seat] for seat in outcome.winners)
        return f"{winners} won. {self._game.unit.capitalize()}: {', '.join(map(str, outcome.scores))}."

    def _seat(self, seat: int) -> str:
        number = seat % len(SHAPES)
        return f'<span style="color: var(--s{number})" aria-hidden="true">{SHAPES[number]}</span> {self._names[seat]}'

    def _graph(self, course: Sequence[Shares]) -> str:
        final = ", ".join(f"{name} {percent(share)}" for name, share in zip(self._names, course[-1], strict=True))
        rows = "".join(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{_y(part):.1f}" y2="{_y(part):.1f}"/>'
            f'<text x="{LEFT - 6}" y="{_y(part) + 4:.1f}" text-anchor="end">{100 * part:.0f} %</text>'
            for part in (0, 0.25, 0.5, 0.75, 1)
        )
        turns = len(course) - 1
        step = max(1, -(-turns // MAX_LABELS))
        columns = "".join(
            f'<text x="{_x(turn, turns):.1f}" y="{HEIGHT - BOTTOM + 26}" text-anchor="middle">{turn}</text>'
            for turn in range(0, turns + 1, step)
        )
        ends = _ends(course[-1])
        lines = "".join(self._line(course, seat, ends[seat]) for seat in range(len(self._names)))
        label = f"A line for each player. In the end: {final}."
        return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{rows}{columns}{lines}</svg>'

    def _line(self, course: Sequence[Shares], seat: int, end: float) -> str:
        turns = len(course) - 1
        places = " ".join(f"{_x(turn, turns):.1f},{_y(shares[seat]):.1f}" for turn, shares in enumerate(course))
        x, y, number = WIDTH - RIGHT + 10, end + 4, seat % len(SHAPES)
        return (
            f'<polyline class="line" points="{places}" stroke="var(--s{number})" stroke-dasharray="{DASHES[number]}"/>'
            f'<text x="{x}" y="{y:.1f}" style="fill: var(--s{number})">{SHAPES[number]}</text>'
        )

    def _legend(self, wins: WinReview) -> str:
        items = (
            f"<li>{self._seat(seat)} {percent(account.start)} → {percent(account.end)}</li>"
            for seat, account in enumerate(wins.seats)
        )
        return f'<ul class="legend">{"".join(items)}</ul>'

    def _course(self, wins: WinReview) -> str:
        rows = ([str(turn), *map(percent, shares)] for turn, shares in enumerate(wins.course))
        table = _table([self._period, *self._names], rows)
        return f"<details><summary>The same as a table</summary>{table}</details>"

    def _sentences(self, wins: WinReview) -> str:
        return "".join(
            f"<p>{self._seat(seat)}: {self._accuracy(each)}{' '.join(changed(each, exact=self._review.exact))}</p>"
            for seat, each in enumerate(wins.seats)
        )

    def _accuracy(self, account: WinAccount) -> str:
        accuracy = accuracy_in_words(account.accuracy, account.lost)
        return f"<b>accuracy {escape(accuracy)}.</b> " if accuracy else ""

    def _accounts(self, wins: WinReview) -> str:
        rest = REST[self._review.exact]
        headings = ["", "start", "luck", "of it own", "own choices", "others' choices", rest, "end", "accuracy"]
        rows = (
            [
                self._seat(seat),
                percent(each.start),
                points(each.luck, signed=True),
                points(each.own_luck, signed=True),
                points(-each.lost, signed=True),
                points(each.gifts, signed=True),
                points(each.rest, signed=True),
                percent(each.end),
                escape(accuracy_in_words(each.accuracy, each.lost)),
            ]
            for seat, each in enumerate(wins.seats)
        )
        legend = REST_LEGEND[self._review.exact].format(period=self._period)
        note = (
            "In percentage points of the chance to win, which is an estimate. Luck: what chance decided; on average it "
            "is nothing. Own choices: what better ones would have kept. Others' choices: what these brought or cost. "
            f"{legend} Accuracy: the part of what was at stake in the decisions that was kept."
        )
        return f'{_table(headings, rows)}<p class="soft">{note}</p>'

    def _worms(self) -> str:
        unit, lost, luck = self._game.unit, self._review.lost, self._review.luck
        rows = (
            [self._seat(seat), f"{lost[seat]:.1f}" if lost else "", f"{luck[seat]:+.1f}" if luck else ""]
            for seat in range(len(self._names))
        )
        table = _table(["", f"{unit} lost by own choices", "luck"], rows)
        return f"<h2>Luck and choices</h2>{table}<p class='soft'>{WORMS_LEGEND}</p>"

    def _moments(self) -> Iterator[str]:
        for seat, name in enumerate(self._names):
            found = [each for each in self._told if each.seat == seat]
            if found:
                yield f"<h2>Where it cost {name} most</h2><ol>"
                for each in found:
                    when = escape(f"{self._period.capitalize()} {each.when}")
                    yield f'<li><span class="soft">{when}.</span> {escape(each.text)}</li>'
                yield "</ol>"

    def _decisions(self) -> str:
        wins = self._review.wins
        headings = [self._period, "player", "chosen", "better"]
        headings += ["wins", "instead of", "cost"] if wins else []
        rows: list[list[str]] = []
        for place, judged in enumerate(self._review.decisions):
            win = None if wins is None else wins.decisions[place]
            lost = judged.lost if win is None else win.lost
            best = judged.move if lost < WORTH_A_FIGURE else judged.best if win is None else win.best
            row = [str(judged.turn), self._seat(judged.seat), escape(judged.move)]
            row.append("" if best == judged.move else f'<span class="good">{escape(best)}</span>')
            if win is not None:
                cost = f'<span class="poor">{points(win.lost)}</span>' if best != judged.move else ""
                row += [percent(win.win), percent(win.best_win), cost]
            rows.append([*row, worms_lost(judged.lost)])
        table = _table([*headings, self._game.unit], rows, text=(1, 2, 3))
        return f"<h2>Every decision</h2>{table}"


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]], text: Sequence[int] = ()) -> str:
    left = {0, *text}
    head = "".join(
        f'<th scope="col"{" class=text" if place in left else ""}>{heading}</th>'
        for place, heading in enumerate(headings)
    )
    body = "".join(
        "<tr>"
        + "".join(
            f'<th scope="row">{cell}</th>' if place == 0 else f"<td{' class=text' if place in left else ''}>{cell}</td>"
            for place, cell in enumerate(row)
        )
        + "</tr>"
        for row in rows
    )
    return (
        '<div class="scroll" tabindex="0" role="region" aria-label="table"><table>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _ends(final: Shares) -> list[float]:
    """Return the heights of the marks at the end of the lines: beside their chances, never on each other or cut off."""
    places = [0.0] * len(final)
    free = MARK / 2
    order = sorted(range(len(final)), key=lambda seat: -final[seat])
    for seat in order:
        places[seat] = max(_y(final[seat]), free)
        free = places[seat] + MARK
    last = HEIGHT - MARK / 2
    for seat in reversed(order):
        places[seat] = min(places[seat], last)
        last = places[seat] - MARK
    return places


def _x(turn: int, turns: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * turn / max(turns, 1)


def _y(share: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)
