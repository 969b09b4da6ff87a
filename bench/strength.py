"""Measure how strong the champions of the dice games are: the tables of docs/strength.md.

    bench/strength shares [--games 200000] [--cells bratwurmeck:7 …] [--write]
    bench/strength calibration [--positions 1000000] [--plot FILE]
    bench/strength small [--minutes 3]
    bench/strength response [--minutes 4]
    bench/strength options
    bench/strength times
    bench/strength cards

Each prints a table in Markdown. Games are played on the batch engine, and 95 % intervals are given.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import strength_calibration, strength_response, strength_shares, strength_small, strength_times


def main() -> None:
    """Run one of the parts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(dest="part", required=True)
    for name in ("shares", "options"):
        part = parts.add_parser(name)
        part.add_argument("--games", type=int, default=200_000, help="in a cell (%(default)s)")
        part.add_argument("--cells", nargs="*", metavar="GAME:SEATS", help="by default all")
        part.add_argument("--processes", type=int, default=1)
        part.add_argument("--seed", type=int, default=1)
    parts.choices["shares"].add_argument(
        "--write", action="store_true", help="store the shares in the files of weights"
    )
    part = parts.add_parser("calibration")
    part.add_argument("--positions", type=int, default=1_000_000, help="of each network (%(default)s)")
    part.add_argument("--plot", type=Path)
    part = parts.add_parser("small")
    part.add_argument("--minutes", type=float, default=3.0, help="of processor time to learn each game (%(default)s)")
    part.add_argument("--portions", type=int, nargs="*", default=[6, 7, 8], help="numbers of portions (%(default)s)")
    part = parts.add_parser("response")
    part.add_argument("--minutes", type=float, default=4.0, help="of processor time to learn each game (%(default)s)")
    part.add_argument("--games", type=int, default=200_000, help="to measure (%(default)s)")
    part.add_argument("--processes", type=int, default=1)
    part = parts.add_parser("times")
    part.add_argument("--games", type=int, default=10, help="for each champion (%(default)s)")
    parts.add_parser("cards")
    options = parser.parse_args()
    if options.part == "shares":
        strength_shares.main(options.games, options.cells, options.processes, options.seed, options.write)
    elif options.part == "options":
        strength_shares.compare_options(options.games, options.processes, options.seed)
    elif options.part == "calibration":
        strength_calibration.main(options.positions, options.plot)
    elif options.part == "small":
        strength_small.main(options.portions, options.minutes)
    elif options.part == "response":
        strength_response.main(options.minutes, options.games, options.processes)
    elif options.part == "times":
        strength_times.main(options.games)
    else:
        strength_times.cards()


if __name__ == "__main__":
    main()
