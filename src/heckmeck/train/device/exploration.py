"""Exploration on a device; see `heckmeck.train.exploration`."""

from __future__ import annotations

import torch

from heckmeck.train.exploration import EXPLORED, LONGEST_OPENING, OPENED


class DeviceExploration:
    """Decides which turns of many games end at random."""

    def __init__(self, games: int, generator: torch.Generator) -> None:
        self._generator, self._device = generator, generator.device
        shares, rates = zip(*EXPLORED, strict=True)
        self._rates = torch.tensor(rates, device=self._device)
        self._upto = torch.tensor(shares[:-1], device=self._device).cumsum(dim=0)
        self.rates = torch.zeros(games, device=self._device)
        """How often a turn of each game ends at random."""
        self.random_turns_left = torch.zeros(games, dtype=torch.int64, device=self._device)
        """Number of turns of each game that still end at random."""
        self.begin(torch.ones(games, dtype=torch.bool, device=self._device))

    def begin(self, new: torch.Tensor) -> None:
        """Decide how new games are explored. They are marked."""
        games = len(new)
        kinds = torch.bucketize(self._random(games), self._upto, right=True)
        self.rates = torch.where(new, self._rates[kinds], self.rates)
        lengths = torch.randint(1, LONGEST_OPENING + 1, (games,), generator=self._generator, device=self._device)
        self.random_turns_left = torch.where(new, lengths * (self._random(games) < OPENED), self.random_turns_left)

    def choose(self, results: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Mark the games whose turns end at random; return also a result for each, given how many each turn has."""
        games = len(results)
        opening = self.random_turns_left > 0
        self.random_turns_left -= opening.long()
        chosen = (self._random(games) * results).long().clamp_(max=results - 1)
        return opening | (self._random(games) < self.rates), chosen

    def _random(self, games: int) -> torch.Tensor:
        return torch.rand(games, generator=self._generator, device=self._device)
