"""Where the packages of an extra are missing, one sentence says how to install them."""

import subprocess
import sys

import pytest


def run_without(packages: list[str], program: str) -> subprocess.CompletedProcess[str]:
    """Run a program where some packages cannot be imported."""
    hidden = f"import sys\nsys.modules.update(dict.fromkeys({packages!r}))\n"
    return subprocess.run([sys.executable, "-c", hidden + program], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("packages", "program", "sentence"),
    [
        (["gymnasium"], "import heckmeck.rl.gymnasium_env", "Gymnasium is not installed: pip install 'heckmeck[rl]'."),
        (["gymnasium"], "import heckmeck.rl.vector_env", "Gymnasium is not installed: pip install 'heckmeck[rl]'."),
        (["gymnasium"], "import heckmeck.rl.karteneck_v1", "PettingZoo is not installed: pip install 'heckmeck[rl]'."),
        (["pettingzoo"], "import heckmeck.rl.barbecue_v1", "PettingZoo is not installed: pip install 'heckmeck[rl]'."),
        (["pyspiel"], "import heckmeck.rl.openspiel", "OpenSpiel is not installed: pip install 'heckmeck[openspiel]'."),
        (
            ["PIL"],
            "from heckmeck.rl import barbecue_v1\n"
            "env = barbecue_v1.env(render_mode='rgb_array')\nenv.reset()\nenv.render()",
            "Pillow is not installed: pip install 'heckmeck[rl]'.",
        ),
    ],
)
def test_the_command_to_install_is_named(packages: list[str], program: str, sentence: str) -> None:
    done = run_without(packages, program)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"ModuleNotFoundError: {sentence}"


def test_batches_need_no_framework() -> None:
    program = (
        "from heckmeck.games import get\n"
        "from heckmeck.rl.batch import make_batch\n"
        "print(len(make_batch(get('barbecue').setup(seats=2), 7)))\n"
    )
    assert run_without(["gymnasium", "pettingzoo", "pyspiel"], program).stdout == "7\n"


def test_encodings_need_no_framework() -> None:
    program = (
        "from heckmeck.games import get\n"
        "from heckmeck.rl.encoding import encoding_for\n"
        "print(encoding_for(get('karteneck').setup(seats=2)).size)\n"
    )
    done = run_without(["gymnasium", "pettingzoo", "pyspiel", "PIL"], program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "244\n", "")


def test_a_framework_that_is_missing_is_left_out_of_the_registration() -> None:
    program = "import gymnasium, heckmeck.rl\nprint(gymnasium.spec('heckmeck/Barbecue-v1').id)"
    done = run_without(["pettingzoo"], program)
    assert (done.stdout, done.stderr) == ("heckmeck/Barbecue-v1\n", "")
