"""A pairing: both bots on every seat, and the results are counted for the right side."""

import pytest

from heckmeck.games import GAMES, Theft
from heckmeck.play import Played, Table
from heckmeck.play.pairing import Pairing


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_both_bots_sit_on_every_seat_equally_often(seats: int) -> None:
    line_ups = list(Pairing("barbecue", seats, ("a", "b"), "1").line_ups())
    for seat in range(seats):
        assert sum(line_up[seat] for line_up in line_ups) * 2 == len(line_ups)


@pytest.mark.parametrize("name", GAMES)
def test_thefts_and_failed_attempts_are_counted(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All games are played twice in a deal, so that the seats' events add up to those of the sides."""
    seen: list[Played] = []
    play = Table.play

    def watched(table: Table) -> object:  # type: ignore[type-arg]
        for played in play(table):
            seen.append(played)
            yield played

    monkeypatch.setattr(Table, "play", watched)
    deal = Pairing(name, 2, ("greedy", "cautious"), "1").deal(0)
    events = [event for played in seen for event in played.events]
    assert deal.games == 2
    assert deal.thefts.total() == sum(isinstance(event, Theft) for event in events) > 0
    assert deal.failed.total() == sum(event.fails for event in events) > 0


def test_the_first_seat_moves_on_from_deal_to_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    firsts: list[int] = []
    play = Table.play

    def watched(table: Table) -> object:  # type: ignore[type-arg]
        firsts.append(table.setup.first)
        return play(table)

    monkeypatch.setattr(Table, "play", watched)
    pairing = Pairing("bratwurmeck", 3, ("cautious", "random"), "1", {"portions": (21, 22)})
    for number in range(4):
        pairing.deal(number)
    assert firsts == [0] * 6 + [1] * 6 + [2] * 6 + [0] * 6
