"""The program with only some of its extras installed."""

import subprocess
import sys

import pytest

from heckmeck import __version__
from heckmeck.__main__ import EXTRAS, SERVER_COMMANDS
from heckmeck.cli.main import COMMANDS


def run_without(extra: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program where the packages of an extra cannot be imported."""
    program = (
        "import sys\n"
        f"sys.modules.update(dict.fromkeys({EXTRAS[extra]!r}))\n"
        "from heckmeck.__main__ import main\n"
        "main()\n"
    )
    return subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "arguments", [["serve"], ["export"], ["admin", "tables"], ["db", "check"], ["db", "import", "x"]]
)
def test_a_command_of_the_server_says_what_to_install(arguments: list[str]) -> None:
    assert arguments[0] in SERVER_COMMANDS
    done = run_without("server", *arguments)
    assert done.returncode == 2
    assert done.stderr == "heckmeck: This command needs more packages: pip install 'heckmeck[server]'\n"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["simulate", "barbecue", "--games", "1"], "1 game of Heckmeck Barbecue"),
        (["odds", "bratwurmeck"], "the whole turn"),
        (["--version"], "heckmeck"),
        (["verify", "--help"], "Exits with 0"),
        (["verify", "/dev/null"], "It contains no record"),
    ],
)
def test_the_other_commands_need_nothing_of_the_server(arguments: list[str], words: str) -> None:
    done = run_without("server", *arguments)
    assert words in done.stdout + done.stderr


def test_all_commands_are_listed_without_the_server() -> None:
    listed = run_without("server", "--help").stdout
    assert all(command in listed for command in COMMANDS)


def test_the_version_needs_no_extra() -> None:
    done = run_without("cli", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"heckmeck {__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_without_the_packages_of_the_terminal_the_help_says_what_to_install(arguments: list[str]) -> None:
    done = run_without("cli", *arguments)
    assert done.returncode == 2
    assert done.stderr == "The heckmeck command needs more packages: pip install 'heckmeck[cli]'\n"


def test_without_the_packages_of_the_terminal_the_program_says_so() -> None:
    done = run_without("cli", "rules", "barbecue")
    assert done.returncode == 2
    assert done.stderr == "heckmeck: This command needs more packages: pip install 'heckmeck[cli]'\n"


@pytest.mark.parametrize(("given", "expected"), [(None, "1"), ("3", "3")])
def test_matrix_products_use_one_thread_unless_more_are_asked_for(
    given: str | None, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    if given:
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", given)
    program = "import os, heckmeck.__main__ as it\ntry: it.main()\nfinally: print(os.environ['OPENBLAS_NUM_THREADS'])"
    done = subprocess.run([sys.executable, "-c", program, "--version"], capture_output=True, text=True, timeout=60)
    assert done.stdout.split()[-1] == expected
