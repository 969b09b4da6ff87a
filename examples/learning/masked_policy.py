"""Learn Bratwurmeck for two by self-play: PPO with action masks, on the vector environment.

    python examples/learning/masked_policy.py --seed 1 --plot progress.png --save policy.npz
    python examples/learning/masked_policy.py --load policy.npz --updates 0 --opponent greedy

One network plays all seats. While it learns, it prints from time to time how often it beats a bot that it never
trained with; in the end that is measured over many games.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
from evaluation import play_match
from numpy.typing import NDArray
from options import at_least, load_weights, make_parser, run, save_weights
from progress import Progress
from rollout import Choice, Floats, SelfPlay, Steps

from heckmeck.games import get
from heckmeck.rl.batch.match import Share
from heckmeck.rl.encoding import encoding_for
from heckmeck.rl.missing import missing
from heckmeck.rl.vector_env import HeckmeckVectorEnv

try:
    import torch
    from torch import Tensor, nn
except ModuleNotFoundError:
    sys.exit(str(missing("PyTorch", "learn")))

SETUP = get("bratwurmeck").setup(seats=2)
ENCODING = encoding_for(SETUP)
STOP = ENCODING.action("stop")
ACTIONS = len(ENCODING.actions)
GAMES, STEPS, MINIBATCH, EPOCHS = 512, 64, 4096, 2
RATE, CLIP, ENTROPY, DECAY, HIDDEN = 1e-3, 0.2, 0.02, 0.9, 128
MAX_TURNS = 60
"""Untrained policies need hundreds of turns for a game; they learn more from many short ones, ranked as they stand."""


def features(observations: NDArray[Any]) -> Floats:
    """Return what the network sees: see docs/environments for the fields of an observation."""
    kept, rolled, grill, stacks = np.split(observations[:, 5:], [6, 12, 28], axis=1)
    sums = np.eye(41)[kept.astype(np.int64) @ [1, 2, 3, 4, 5, 5]]
    parts = [kept / 8, kept > 0, rolled / 8, (rolled > 0) & (kept == 0), sums, grill, stacks > 0, stacks == 1]
    return np.concatenate(parts, axis=1).astype(np.float32)


class MaskedPolicy:
    """One network for the probabilities of all actions and the value of the position, for the seat to act."""

    def __init__(self, seed: int) -> None:
        torch.manual_seed(seed)
        inputs = features(np.zeros((1, ENCODING.size), np.uint8)).shape[1]
        layers = [nn.Linear(inputs, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU()]
        self.network = nn.Sequential(*layers, nn.Linear(HIDDEN, ACTIONS + 1))
        self.optimizer = torch.optim.Adam(self.network.parameters(), RATE)

    def _forward(self, seen: Tensor, masks: Tensor) -> tuple[Any, Tensor]:
        """Return the distribution over the legal actions, and the values."""
        # A stop that earns nothing wastes the turn: it is left out unless nothing else is legal.
        legal = masks.bool()
        legal[:, STOP] &= legal.sum(dim=1) == 1
        output = self.network(seen)
        logits = output[:, :ACTIONS].masked_fill(~legal, -1e9)
        return torch.distributions.Categorical(logits=logits, validate_args=False), output[:, ACTIONS]

    def act(self, observations: NDArray[Any], masks: NDArray[np.int8]) -> Choice:
        """Draw actions, to learn from."""
        with torch.no_grad():
            chances, values = self._forward(torch.from_numpy(features(observations)), torch.from_numpy(masks))
            actions = chances.sample()
        return Choice(actions.numpy(), chances.log_prob(actions).numpy(), values.numpy())

    def choose(self, observations: NDArray[Any], masks: NDArray[np.int8]) -> NDArray[np.integer]:
        """Choose the most probable actions, to win."""
        with torch.no_grad():
            chances, _ = self._forward(torch.from_numpy(features(observations)), torch.from_numpy(masks))
        return np.asarray(chances.logits.argmax(dim=1).numpy())

    def learn(self, steps: Steps, rate: float) -> None:
        """Update the network from the steps played, by the clipped objective of PPO."""
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        seen = torch.from_numpy(features(steps.observations.reshape(-1, ENCODING.size)))
        masks = torch.from_numpy(steps.masks.reshape(-1, ACTIONS))
        rest = [torch.from_numpy(each.ravel()) for each in (steps.actions, *steps[3:])]
        for _ in range(EPOCHS):
            for part in torch.split(torch.randperm(len(seen)), MINIBATCH):
                actions, log_probs, gains, returns = (each[part] for each in rest)
                chances, values = self._forward(seen[part], masks[part])
                gains = (gains - gains.mean()) / (gains.std() + 1e-8)
                ratio = (chances.log_prob(actions) - log_probs).exp()
                gained = torch.min(ratio * gains, ratio.clamp(1 - CLIP, 1 + CLIP) * gains).mean()
                loss = (values - returns).square().mean() / 2 - gained - ENTROPY * chances.entropy().mean()
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call, unused-ignore]
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def weights(self) -> list[NDArray[Any]]:
        """Return the weights, to be saved."""
        return [weight.detach().numpy() for weight in self.network.parameters()]

    def set_weights(self, weights: Sequence[NDArray[Any]]) -> None:
        """Use saved weights."""
        for mine, weight in zip(self.network.parameters(), weights, strict=True):
            mine.data = torch.from_numpy(weight)


def learn(policy: MaskedPolicy, progress: Progress, opponent: str, games: int, seed: int) -> None:
    """Let the policy play against itself and learn from that, and measure it from time to time."""
    env = HeckmeckVectorEnv("bratwurmeck", GAMES, num_players=2, max_turns=MAX_TURNS, autoreset_mode="SameStep")
    play = SelfPlay(env, seed)
    while True:
        if progress.due(times=10):
            share = play_match(policy.choose, SETUP, opponent, games, seed)
            progress.add({f"wins against {opponent}": share.rate})
        if progress.share >= 1:
            return
        policy.learn(play.play(policy.act, STEPS, DECAY), RATE * max(1 - progress.share, 0.05))
        progress.done += 1


def main(arguments: list[str] | None = None) -> Share:
    """Learn, and print how strong the policy has become."""
    parser = make_parser("Learn Bratwurmeck by self-play.", updates=300)
    parser.add_argument("--opponent", default="cautious", help="the bot to measure by (%(default)s)")
    parser.add_argument("--games", type=at_least(2), default=4000, help="of the last measurement (%(default)s)")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)  # such small networks do not gain by more
    policy = MaskedPolicy(options.seed)
    if options.load:
        policy.set_weights(load_weights(options.load, [weight.shape for weight in policy.weights()]))
    progress = Progress(options.updates, options.minutes)
    learn(policy, progress, options.opponent, max(options.games // 10, 2), options.seed)
    seconds = progress.seconds
    if options.save:
        save_weights(options.save, policy.weights())
    if options.plot:
        progress.plot(options.plot, "A masked policy learns Bratwurmeck for two", {"fair share": 0.5})
    share = play_match(policy.choose, SETUP, options.opponent, options.games, options.seed + 1)
    interval = f"{share.rate:.1%} of {share.games} games ({share.low:.1%} to {share.high:.1%})"
    sys.stdout.write(f"Against {options.opponent}: {interval}. Learned for {seconds:.0f} s.\n")
    return share


if __name__ == "__main__":
    run(main)
