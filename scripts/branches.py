"""Fail if the last run of the tests covers less than a given percentage of the branches of the rules."""

import json
import subprocess
import sys

least = float(sys.argv[1])
command = [sys.executable, "-m", "coverage", "json", "--quiet", "--include=*/heckmeck/games/*", "-o", "-"]
report = subprocess.run(command, capture_output=True, check=True, text=True).stdout  # noqa: S603  # our own command
totals = json.loads(report)["totals"]
covered = 100 * totals["covered_branches"] / totals["num_branches"]
print(f"{covered:.1f} % of the branches of the rules are covered, {least:g} % are wanted.")  # noqa: T201
sys.exit(covered < least)
