"""Commands where only the extra `cli` is installed."""

import subprocess
import sys

import pytest

from heckmeck.cli.extras import needs_server
from heckmeck.cli.main import COMMANDS
from heckmeck.games import BadSetup

SERVER_PACKAGES = (
    "alembic", "asyncpg", "httptools", "itsdangerous", "litestar", "prometheus_client", "segno", "sqlalchemy",
    "uvicorn", "websockets",
)  # fmt: skip


def without_server(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program where the packages of the extra `server` cannot be imported."""
    program = (
        f"import sys; sys.modules.update(dict.fromkeys({SERVER_PACKAGES!r}))\n"
        "from heckmeck.cli.main import main\n"
        "main()\n"
    )
    return subprocess.run([sys.executable, "-c", program, *arguments], capture_output=True, text=True, timeout=60)


def test_all_commands_can_be_listed() -> None:
    done = without_server("--help")
    assert done.returncode == 0
    assert all(command in done.stdout for command in COMMANDS)


@pytest.mark.parametrize(
    "arguments", [["serve"], ["export"], ["db", "check"], ["db", "migrate"], ["db", "import", "x"]]
)
def test_a_command_of_the_server_says_what_to_install(arguments: list[str]) -> None:
    done = without_server(*arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("heckmeck: This command needs the package ")
    assert done.stderr.endswith(": pip install 'heckmeck[server]'\n")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [["simulate", "barbecue", "--games", "1"], ["odds", "bratwurmeck"], ["verify", "/dev/null"]]
)
def test_the_other_commands_work(arguments: list[str]) -> None:
    assert "heckmeck[server]" not in without_server(*arguments).stderr


def test_a_missing_module_of_ours_is_not_mistaken_for_a_missing_package() -> None:
    with pytest.raises(ModuleNotFoundError), needs_server():
        import heckmeck.nothing  # noqa: F401
    with pytest.raises(BadSetup, match="no_such_package"), needs_server():
        import no_such_package  # noqa: F401
