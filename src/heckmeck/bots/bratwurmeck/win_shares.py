"""Where the win shares of Bratwurmeck come from."""

from __future__ import annotations

from heckmeck.bots.bratwurmeck.features import BratwurmeckFeatures
from heckmeck.bots.win_shares import NetWinShares
from heckmeck.games.bratwurmeck import Bratwurmeck, BratwurmeckSetup, BratwurmeckState


class BratwurmeckWinShares(NetWinShares[BratwurmeckSetup, BratwurmeckState]):
    """Networks for two to seven seats, with any lower portion or only the next one."""

    setup_type = BratwurmeckSetup
    game = Bratwurmeck.name
    features = BratwurmeckFeatures
    ignored = ("seats", "first", "lower_portion")
