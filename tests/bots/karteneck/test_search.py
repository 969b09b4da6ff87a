"""The search: every candidate meets the same deals, and the worse half is dropped."""

from random import Random

from heckmeck.bots.karteneck import Knowledge
from heckmeck.bots.karteneck.candidates import Candidate, all_candidates
from heckmeck.bots.karteneck.playout import Playout
from heckmeck.bots.karteneck.search import Search, simulate
from heckmeck.games.karteneck import DropOut, KarteneckView, Lay
from helpers.karteneck_moments import GAME, position


def search(view: KarteneckView, seed: int = 1) -> Search:
    return Search(view, Knowledge(view.setup.deck, 2, 0), Random(seed), all_candidates(view))


def test_every_candidate_has_a_sample_of_every_deal() -> None:
    found = search(position((1, 2, 9, 10), (20, 30)))
    for deals in found.deals():
        if deals == 3:
            break
    assert {len(samples) for samples in found.samples.values()} == {3}
    assert found.simulated == 3 * len(found.samples)


def test_dropped_candidates_keep_their_samples_and_get_no_more() -> None:
    found = search(position((1, 2, 9, 10), (20, 30)))
    everything = list(found.left)
    rank = {candidate: -number for number, candidate in enumerate(everything)}
    spared = everything[-1]
    for deals in found.deals():
        if deals == 1:
            found.drop_worse_half(rank.__getitem__, 2, spared=lambda candidate: candidate == spared)
        if deals == 2:
            break
    half = len(everything) // 2
    assert found.left == [*everything[:half], spared]
    assert [len(found.samples[candidate]) for candidate in everything] == [
        2 if candidate in found.left else 1 for candidate in everything
    ]


def test_no_more_than_the_worse_half_is_dropped_and_the_fewest_stay() -> None:
    found = search(position((1, 2, 9, 10), (20, 30)))
    for _ in range(10):
        found.drop_worse_half(lambda candidate: 0.0, 3)
    assert len(found.left) == 3


def test_the_last_round_is_about_winning() -> None:
    """The seat gets the lower portion: whether that wins the game depends on the scores before."""
    view = position((1, 9), (21, 36), out=(False, True), layouts=((9,), (2, 8)), grill=(21, 36))
    state = GAME.imagine(view, [view.hand, (1, 2)])
    leave = Candidate(DropOut(), ())
    behind, ahead = (simulate(Playout(state, Random(1)), leave, scores) for scores in ((0, 20), (20, 0)))
    assert ahead - behind > 5


def test_a_plan_is_followed_as_far_as_it_goes() -> None:
    view = position((1, 2, 9), (21, 36), out=(False, True), layouts=((), (2, 8)), grill=(21, 36))
    state = GAME.imagine(view, [view.hand, (1, 2, 3)])
    playout = Playout(state, Random(1))
    simulate(playout, Candidate(Lay((1,)), ((2,), (9,))), None)
    assert playout.layouts[0] == [1, 2, 9]
