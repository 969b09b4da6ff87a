"""Tables drawn for the terminal, one module a game. They show a view and know no rules."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.pretty import Pretty

from heckmeck.cli.draw.barbecue import draw_barbecue
from heckmeck.cli.draw.bratwurmeck import draw_bratwurmeck
from heckmeck.cli.draw.karteneck import draw_karteneck
from heckmeck.games import View
from heckmeck.games.barbecue import BarbecueView
from heckmeck.games.bratwurmeck import BratwurmeckView
from heckmeck.games.karteneck import KarteneckView


def draw(view: View, names: Sequence[str]) -> RenderableType:
    """Return a picture of what a seat sees; a game without a picture of its own is written out."""
    match view:
        case BratwurmeckView():
            return draw_bratwurmeck(view, names)
        case BarbecueView():
            return draw_barbecue(view, names)
        case KarteneckView():
            return draw_karteneck(view, names)
    return Pretty(view)
