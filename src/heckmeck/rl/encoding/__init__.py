"""Encodings: actions as ids and observations as arrays, one definition for all frameworks. They need only numpy."""

from heckmeck.games import BadSetup, Setup
from heckmeck.games.barbecue import BarbecueSetup
from heckmeck.games.bratwurmeck import BratwurmeckSetup
from heckmeck.games.karteneck import KarteneckSetup
from heckmeck.games.setup import show
from heckmeck.rl.encoding.barbecue import BarbecueEncoding
from heckmeck.rl.encoding.bratwurmeck import BratwurmeckEncoding
from heckmeck.rl.encoding.encoding import AnyEncoding, Encoding, Field
from heckmeck.rl.encoding.karteneck import KarteneckEncoding

__all__ = [
    "AnyEncoding",
    "BarbecueEncoding",
    "BratwurmeckEncoding",
    "Encoding",
    "Field",
    "KarteneckEncoding",
    "encoding_for",
]


def encoding_for(setup: Setup) -> AnyEncoding:
    """Return the encoding of the game that a set-up belongs to.

    >>> from heckmeck.games import get
    >>> encoding_for(get("bratwurmeck").setup(seats=2)).name(6)
    'roll'
    """
    if isinstance(setup, BratwurmeckSetup):
        return BratwurmeckEncoding(setup)
    if isinstance(setup, BarbecueSetup):
        return BarbecueEncoding(setup)
    if isinstance(setup, KarteneckSetup):
        return KarteneckEncoding(setup)
    raise BadSetup("no_encoding", f"There is no encoding for the game of the set-up {show(setup)}.")
