"""Where the win shares of Barbecue come from."""

from __future__ import annotations

from heckmeck.bots.barbecue.features import BarbecueFeatures
from heckmeck.bots.win_shares import NetWinShares
from heckmeck.games.barbecue import Barbecue, BarbecueSetup, BarbecueState


class BarbecueWinShares(NetWinShares[BarbecueSetup, BarbecueState]):
    """Networks for two to five seats, for the worms that we assume to be printed on the board."""

    setup_type = BarbecueSetup
    game = Barbecue.name
    features = BarbecueFeatures
