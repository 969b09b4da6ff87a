"""Stored playthroughs of the OpenSpiel games. Run as a program, this rewrites them:

PYTHONPATH=tests python -m helpers.playthroughs
"""

from pathlib import Path

from open_spiel.python.algorithms import generate_playthrough

import heckmeck.rl.openspiel  # noqa: F401  # registers the games

GOLDEN = Path(__file__).parents[1] / "golden" / "rl" / "playthroughs"

PLAYTHROUGHS = {
    "bratwurmeck": "heckmeck_bratwurmeck(portions=21to24,max_turns=3)",
    "barbecue": "heckmeck_barbecue(spots=23to25,snails=2,max_turns=3)",
    "karteneck": "heckmeck_karteneck(portions=16to19,zeros=0,removed=0,copies=2,worm_cards=3,hand=2)",
}


def playthrough(name: str) -> str:
    """Return a random game as OpenSpiel writes it out."""
    text: str = generate_playthrough.playthrough(PLAYTHROUGHS[name], [], seed=7)
    return text


if __name__ == "__main__":
    for name in PLAYTHROUGHS:
        (GOLDEN / f"{name}.txt").write_text(playthrough(name), "utf-8")
