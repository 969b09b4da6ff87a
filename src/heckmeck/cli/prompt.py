"""Asking a person for a move: the screen, the coach, the commands, and the interpretation of an answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import wait

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from heckmeck.cli.choices import ChoiceList
from heckmeck.cli.coach import PATIENCE, Answer, ask_coach, why_no_chances, why_not
from heckmeck.cli.console import can_clear, line_comes_before, out, read_line
from heckmeck.cli.log_panel import Log
from heckmeck.cli.rulebook import rules_by_number
from heckmeck.cli.turn_screen import turn_screen
from heckmeck.cli.verdict import sentences
from heckmeck.games import AnyGame, Event, GameError, Move, View, describe_events
from heckmeck.play.advice import Option

HELP = ("?", "help")
COACH = ("c", "coach")
LOG = ("l", "log")
POSITION = "position"
THINKING = "Let me think ..."


class Prompt:
    """Asks for one move until the answer is a legal one.

    `parse` reads a move in notation and raises a GameError if it is not legal, which is explained to the person.
    `clear` clears the screen. `history` has all events that the seat has seen, `recent` those to show in the log. The
    person can switch the coach on and off, which changes `coached`.
    """

    def __init__(
        self,
        game: AnyGame,
        view: View,
        names: Sequence[str],
        parse: Callable[[str], Move],
        *,
        clear: Callable[[], None],
        recent: Sequence[Event] = (),
        history: Sequence[Event] = (),
        coached: bool = False,
    ) -> None:
        self.coached = coached
        self._game = game
        self._view = view
        self._names = names
        self._parse = parse
        self._clear = clear
        self._recent = recent
        self._history = history
        self._advice: Answer | None = None
        self._reading = False  # whether the screen shows a page instead of the table

    def ask(self) -> Move:
        """Show the table and the choices, and return the move."""
        self._consult()
        self._show()
        while True:
            text = self._read()
            try:
                if self._is_command(text):
                    self._obey(text.lower())
                else:
                    return self._numbered(text) if text.isdecimal() else self._parse(text)
            except GameError as error:
                self._say(Text(str(error), style="error"), "[hint]Try again, or type ? for help.[/]")

    def _is_command(self, text: str) -> bool:
        """Return whether this is a command. A game's move has priority over a command of the same name."""
        commands = ("", *HELP, *COACH, *LOG, POSITION)
        return text.lower() in commands and not any(text.lower() == str(move).lower() for move in self._view.moves)

    def _obey(self, command: str) -> None:
        if not command:
            self._show()
        elif command in HELP:
            self._reading = True
            self._help()
        elif command in COACH:
            self.coached = not self.coached
            self._consult()
            if can_clear() or self.coached:
                self._show()
            else:
                out.print("[hint]The coach is off.[/]")
        elif command in LOG:
            self._reading = True
            self._clear()
            for line in describe_events(self._recent, self._names) or ["Nothing has happened since your last turn."]:
                out.print(Text(line))
            out.print("[hint]Press Enter to show the table again.[/]")
        else:
            # Not as a message below the table: a line that is wrapped by the terminal can be copied as one line.
            out.print(Text(self._game.position(self._view)), soft_wrap=True)

    # The coach.

    def _consult(self) -> None:
        """Ask the coach, if it is on; wait only if the screen cannot be redrawn when the answer arrives."""
        if not self.coached or self._advice is not None:
            return
        self._advice = ask_coach(self._view, self._history)
        wait([self._advice], timeout=PATIENCE if can_clear() else None)

    def _options(self) -> tuple[Option, ...]:
        advice = self._advice if self.coached else None
        return advice.result() if advice is not None and advice.done() and advice.exception() is None else ()

    def _coach_says(self) -> list[str]:
        if not self.coached or self._advice is None:
            return []
        if not self._advice.done():
            return [THINKING]
        error = self._advice.exception()
        if error is not None:
            return [why_not(error, self._view)]
        options = self._advice.result()
        return [*sentences(options, self._game.unit, self._view.setup.seats), *why_no_chances(options, self._view)]

    def _read(self) -> str:
        """Read a line. If the coach is thinking, show its answer when it arrives, unless a line is typed before."""
        if self._reading or not self.coached or self._advice is None or self._advice.done():
            return read_line()
        out.print("> ", end="")
        out.file.flush()
        if line_comes_before(self._advice):
            return read_line("")
        self._show()
        return read_line()

    # The screen.

    def _show(self, *messages: RenderableType) -> None:
        self._reading = False
        log = Log(self._recent, self._names)
        below = [*messages, *([self._keys()] if can_clear() else [])]
        shown = turn_screen(self._view, self._names, log, self._choices(), self._coach_says(), below)
        self._clear()
        out.print(shown)

    def _say(self, *messages: RenderableType) -> None:
        """Print messages below the table, which stays visible if the screen can be redrawn."""
        if can_clear():
            self._show(*messages)
        else:
            out.print(Group(*messages), soft_wrap=True)

    def _choices(self) -> ChoiceList:
        return ChoiceList(self._view, self._names, self._options())

    def _keys(self) -> Text:
        switch = "off" if self.coached else "on"
        keys = (("?", "rules and help"), ("c", f"coach {switch}"), ("l", "log"), ("q", "save and leave"))
        line = Text()
        for key, meaning in keys:
            line.append(key, "key")
            line.append(f" {meaning}   ", "hint")
        return line

    def _help(self) -> None:
        """Show the rules about the decision, and the possible input."""
        self._clear()
        rules = rules_by_number(self._game)
        for number in self._view.rules_now:
            if number in rules:
                out.print(Text.assemble((f"{number}  ", "key"), rules[number]))
        example = escape(str(self._view.main_moves[0]))
        page = f" All rules: [bold]heckmeck rules {self._game.name}[/]" if rules else ""
        out.print(
            Padding(
                f"Type a number from the list, or the move itself, such as [bold]{example}[/]. Enter shows the "
                f"table again, [key]c[/] switches the coach on or off, [key]l[/] shows the log in full, "
                f"[key]{POSITION}[/] prints the position to copy, [key]q[/] saves the game and leaves.{page}",
                (1 if rules else 0, 0, 0, 0),
            )
        )

    def _numbered(self, text: str) -> Move:
        moves = self._choices().moves
        number = int(text) if len(text) <= 3 else 0
        if 1 <= number <= len(moves):
            return moves[number - 1]
        raise GameError("bad_number", f"There is no choice {text[:6]}: the list goes from 1 to {len(moves)}.")
