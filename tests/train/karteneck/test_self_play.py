"""Self-play: legal games to the end, the best moves but for random ones, and targets that look back."""

import numpy as np

from heckmeck.games import get
from heckmeck.rl.batch import make_batch
from heckmeck.train.karteneck.network import Network
from heckmeck.train.karteneck.self_play import Decisions, PlayOptions, SelfPlay, results, targets


def test_games_are_played_to_their_ends() -> None:
    play = SelfPlay(make_batch(get("karteneck").setup(seats=3), 6, seed=1), seed=1)
    network = Network(*play.reader.sizes, (16, 16), seed=1)
    decisions = play.play(network, PlayOptions(lead=0.1, explore=np.full(6, 0.5, np.float32)))
    assert play.batch.over.all()
    assert sum(len(made.games) for made in decisions) > 6 * 3 * 8
    assert 0.3 < np.concatenate([made.random for made in decisions]).mean() < 0.7
    ends = results(play.batch)
    np.testing.assert_allclose(ends[:, :, 0].sum(axis=1), 1)
    winners, leads = ends[:, :, 0].argmax(axis=1), ends[:, :, 1]
    assert (leads[np.arange(6), winners] >= 0).all()


def decision(seat: int, best: float, *, random: bool = False) -> Decisions:
    """Return one decision of one game."""
    values = np.array([[best, 0.0]], np.float32)
    return Decisions(np.array([0]), np.array([seat]), np.zeros((1, 1), np.float16), values, np.array([random]))


def test_targets_mix_the_end_with_later_values_of_the_same_seat() -> None:
    decisions = [decision(0, 0.5), decision(1, 0.4), decision(0, 0.6), decision(1, 0.2), decision(0, 0.8)]
    ends = np.array([[[1.0, 0.3], [0.0, -0.3]]], np.float32)
    found = [target[0, 0] for target in targets(decisions, ends, trace=0.5)]
    np.testing.assert_allclose(found, [(0.6 + 0.9) / 2, (0.2 + 0.0) / 2, (0.8 + 1.0) / 2, 0.0, 1.0])
    found = [target[0, 0] for target in targets(decisions, ends, trace=1)]
    np.testing.assert_allclose(found, [1, 0, 1, 0, 1])


def test_what_follows_a_random_move_does_not_count_before_it() -> None:
    decisions = [decision(0, 0.5), decision(0, 0.6, random=True), decision(0, 0.8)]
    ends = np.array([[[1.0, 0.3], [0.0, -0.3]]], np.float32)
    np.testing.assert_allclose([target[0, 0] for target in targets(decisions, ends, trace=1)], [0.6, 1, 1])
