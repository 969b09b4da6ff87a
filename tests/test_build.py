"""Building the package: a wheel is built, installed with and without extras, and used."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from importlib.metadata import Distribution, distribution
from pathlib import Path
from urllib.request import urlopen

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from heckmeck.__main__ import EXTRAS, SERVER_COMMANDS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
IGNORED = (ROOT / ".dockerignore").read_text().splitlines()
SOURCES = (
    "pyproject.toml", "constraints.txt", "hatch_build.py", "README.md", "LICENSE", "scripts", "src", "web",
    "docs/rules",
)  # fmt: skip
"""The sources of a package."""
KERNELS = ("heckmeck/solve/libturn.so", "heckmeck/rl/batch/libbatch.so")
CARRIED = (
    "heckmeck/py.typed", "heckmeck/server/static/index.html", "heckmeck/server/parts/parts.json",
    "heckmeck/cli/rules/barbecue.md",
)  # fmt: skip
COMPILER = """#!/bin/sh
echo "$@" >>"{calls}"
case "$*" in *{unknown}*) exit 1 ;; esac
while [ "$1" != -o ]; do shift; done
touch "$2"
"""
"""A compiler that records its arguments."""

pytestmark = pytest.mark.slow


# Building ------------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources of a package, with the current pages."""
    subprocess.run([ROOT / "scripts/web"], check=True)
    folder = tmp_path_factory.mktemp("source")
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", "*.so")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def build(source: Path, into: Path, target: str = "wheel", **environment: str) -> Path:
    """Build one target with hatchling and return the file."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", into],
        cwd=source, env={**os.environ, **environment}, check=True, capture_output=True,
    )  # fmt: skip
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(source, tmp_path_factory.mktemp("wheel"))


def test_a_wheel_is_for_every_python_on_this_platform_and_carries_kernel_pages_and_rules(wheel: Path) -> None:
    _, _, python, abi, platform = wheel.stem.split("-")
    assert (python, abi) == ("py3", "none")
    assert platform != "any"
    assert {*KERNELS, *CARRIED} <= set(zipfile.ZipFile(wheel).namelist())


def test_without_a_compiler_a_wheel_is_for_every_platform(source: Path, tmp_path: Path) -> None:
    wheel = build(source, tmp_path, CC="/no/compiler")
    assert wheel.name.endswith("-py3-none-any.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert set(CARRIED) <= names
    assert not names & {*KERNELS}


class FakeCompiler:
    """A compiler that does not know some options."""

    def __init__(self, folder: Path, unknown: str = "nothing") -> None:
        self._calls = folder / "calls"
        self.path = folder / "compiler"
        self.path.write_text(COMPILER.format(calls=self._calls, unknown=unknown))
        self.path.chmod(0o755)

    @property
    def calls(self) -> list[str]:
        return self._calls.read_text().splitlines() if self._calls.exists() else []


def test_the_kernels_of_a_wheel_are_for_any_machine_of_its_kind(source: Path, tmp_path: Path) -> None:
    compiler = FakeCompiler(tmp_path)
    build(source, tmp_path / "built", CC=str(compiler.path))
    assert len(compiler.calls) == len(KERNELS)
    for call in compiler.calls:
        assert "-O3" in call
        assert "native" not in call
    for kernel in KERNELS:
        assert not (source / "src" / kernel).exists(), "the kernels of a checkout are not touched"


@pytest.mark.parametrize(
    ("unknown", "tried"),
    [
        ("nothing", ["-march=native"]),
        ("-march", ["-march=native", "-mcpu=native"]),
        ("native", ["-march=native", "-mcpu=native", ""]),
    ],
)
def test_the_kernels_of_a_checkout_are_for_this_machine(
    source: Path, tmp_path: Path, unknown: str, tried: list[str]
) -> None:
    compiler = FakeCompiler(tmp_path, unknown)
    build(source, tmp_path / "built", "wheel:editable", CC=str(compiler.path))
    tries = [" ".join(word for word in call.split() if "native" in word) for call in compiler.calls]
    assert tries == tried * len(KERNELS)
    for kernel in KERNELS:
        assert (source / "src" / kernel).exists()
        (source / "src" / kernel).unlink()


def test_an_sdist_has_no_kernel_but_all_to_build_a_wheel(source: Path, tmp_path: Path) -> None:
    compiler = FakeCompiler(tmp_path)
    sdist = build(source, tmp_path / "built", "sdist", CC=str(compiler.path))
    assert compiler.calls == []
    (tmp_path / "unpacked").mkdir()
    subprocess.run(["tar", "-xzf", sdist, "-C", tmp_path / "unpacked"], check=True)
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    assert (unpacked / "src" / "heckmeck" / "server" / "static" / "index.html").exists()
    wheel = build(unpacked, tmp_path / "wheel")
    assert {*KERNELS, *CARRIED} <= set(zipfile.ZipFile(wheel).namelist())


# Installing ----------------------------------------------------------------------------------------------------------


class Environment:
    """A virtual environment with a wheel and only those packages of this environment that an extra requires."""

    def __init__(self, folder: Path, wheel: Path, extra: str) -> None:
        venv.create(folder, symlinks=True)
        self._bin = folder / "bin"
        pip = [sys.executable, "-m", "pip", "--python", str(self._bin / "python"), "--disable-pip-version-check"]
        subprocess.run([*pip, "install", "--quiet", "--no-deps", "--no-index", str(wheel)], check=True)
        (packages,) = folder.glob("lib/python*/site-packages")
        (heckmeck,) = Distribution.discover(name="heckmeck", path=[str(packages)])
        self.packages = set(needed(heckmeck, extra))
        for name in self.packages:
            link(distribution(name), packages)

    def run(self, program: str, *arguments: object, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a program of the environment."""
        command = [str(self._bin / program), *map(str, arguments)]
        return subprocess.run(
            command, input=typed, capture_output=True, text=True, env=self._variables(), check=False, timeout=120
        )

    def start(self, program: str, *arguments: object) -> subprocess.Popen[str]:
        """Start a program of the environment."""
        command = [str(self._bin / program), *map(str, arguments)]
        return subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self._variables()
        )

    def _variables(self) -> dict[str, str]:
        """The environment variables without those that lead Python to the packages of this environment."""
        ours = ("PYTHON", "HECKMECK_", "COV_", "VIRTUAL_ENV")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        return {**kept, "XDG_DATA_HOME": str(self._bin.parent / "data"), "TERM": "dumb"}


def needed(of: Distribution, extra: str = "") -> Iterator[str]:
    """Yield the names of all packages that a package needs with one of its extras, and what those need."""
    for text in of.requires or ():
        wanted = Requirement(text)
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": extra}):
            continue
        other = of if canonicalize_name(wanted.name) == "heckmeck" else distribution(wanted.name)
        if other is not of:
            yield canonicalize_name(wanted.name)
        for each in wanted.extras or {""}:
            if other is not of or each:
                yield from needed(other, each)


def link(package: Distribution, folder: Path) -> None:
    """Put a package that is installed here into another folder."""
    for name in {file.parts[0] for file in package.files or ()} - {"..", "__pycache__"}:
        if not (folder / name).exists():
            (folder / name).symlink_to(Path(str(package.locate_file(name))))


Install = Callable[[str], Environment]


@pytest.fixture(scope="module")
def install(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Install:
    """Install the wheel with an extra into a separate environment."""
    return lambda extra: Environment(tmp_path_factory.mktemp(extra or "base") / "venv", wheel, extra)


PLAY = """
from random import Random
from heckmeck.bots import make
from heckmeck.games import GAMES
from heckmeck.play import Table, encode
from heckmeck.rl.batch import kernel as batch_kernel
from heckmeck.solve import kernel as turn_kernel

assert turn_kernel.library() is not None
assert batch_kernel.library() is not None
for game in GAMES.values():
    bots = [make("greedy", game, Random(seat)) for seat in range(2)]
    table = Table(game, game.setup(seats=2), bots, Random(1), names=["Ann", "Bo"])
    for _ in table.play():
        pass
    print(game.name, table.outcome.reason, len(encode(table.record())) > 100)
"""


def test_the_library_alone_plays_and_its_command_says_what_to_install(install: Install) -> None:
    base = install("")
    assert base.packages == {"msgspec", "numpy"}
    done = base.run("python", "-c", PLAY)
    assert done.stderr == ""
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["bratwurmeck", "barbecue", "karteneck"]
    for arguments, extra in {(): "cli", ("simulate", "barbecue"): "cli", ("serve",): "server"}.items():
        done = base.run("heckmeck", *arguments)
        assert done.returncode == 2
        assert re.fullmatch(rf".* needs more packages: pip install 'heckmeck\[{extra}\]'\n", done.stderr)
        assert done.stdout == ""


def test_with_the_extra_for_the_command_line_games_are_played_in_the_terminal(install: Install) -> None:
    cli = install("cli")
    assert "100 games" in cli.run("heckmeck", "simulate", "barbecue", "--bots", "greedy,random").stdout
    done = cli.run(
        "heckmeck", "play", "bratwurmeck", "--seats", "Ann,bot:random", "--seed", "1", typed="1\n" * 3 + "q\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Your game is saved." in done.stdout
    assert "Barbecue" in cli.run("heckmeck", "rules", "barbecue").stdout
    exported = ROOT / "tests" / "fixtures" / "0.1.0" / "export.jsonl"
    assert "9 of 9 games are valid" in cli.run("heckmeck", "verify", exported).stdout
    assert cli.run("heckmeck", "--help").returncode == 0
    for name in SERVER_COMMANDS:
        done = cli.run("heckmeck", name, *{"db": ["check"], "admin": ["tables"]}.get(name, []))
        assert done.returncode == 2
        assert done.stderr == "heckmeck: This command needs more packages: pip install 'heckmeck[server]'\n"


LEARN = """
import gymnasium
import pettingzoo
import heckmeck.rl

for name in ("bratwurmeck", "barbecue", "karteneck"):
    env = pettingzoo.make("aec", f"heckmeck/{name}-v1", render_mode="rgb_array")
    env.reset(seed=1)
    learner = gymnasium.make(f"heckmeck/{name.title()}-v1", opponents="random")
    observation, info = learner.reset(seed=1)
    print(name, env.render().shape[2], info["action_mask"].any())
"""
LOAD = "import heckmeck.rl.openspiel, pyspiel; print(pyspiel.load_game('heckmeck_karteneck'))"


def test_with_the_extras_for_learners_the_environments_are_there(install: Install) -> None:
    rl = install("rl")
    done = rl.run("python", "-c", LEARN)
    assert (done.stdout, done.stderr) == ("bratwurmeck 3 True\nbarbecue 3 True\nkarteneck 3 True\n", "")
    done = rl.run("python", "-c", LOAD)
    assert done.stderr.endswith("OpenSpiel is not installed: pip install 'heckmeck[openspiel]'.\n")
    done = install("openspiel").run("python", "-c", LOAD)
    assert done.stdout.startswith("heckmeck_karteneck(")


def test_with_the_extra_for_the_server_pages_and_tables_are_served(install: Install, tmp_path: Path) -> None:
    server = install("server")
    process = server.start("heckmeck", "serve", "--port", 0, "--data", tmp_path / "data", "--no-browser")
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+:\d+/", process.stdout.readline())
        assert found is not None
        with urlopen(found[0]) as page:
            assert b"<title>Heckmeck" in page.read()
        with urlopen(found[0] + "api/games") as games:
            assert b"karteneck" in games.read()
        done = server.run("heckmeck", "db", "check", "--database", tmp_path / "data" / "heckmeck.db")
        assert "everything is in order" in done.stdout, done.stderr
    finally:
        process.terminate()
        process.communicate(timeout=30)


def test_the_command_knows_the_packages_of_each_extra() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    for extra, modules in EXTRAS.items():
        names = {Requirement(text).name.replace("-", "_") for text in extras[extra]} - {"heckmeck"}
        assert set(modules) == names


@pytest.mark.parametrize("name", ["asyncpg", "uvicorn", "websockets"])
def test_libraries_of_the_network_are_used_by_their_interfaces_so_that_any_version_does(name: str) -> None:
    server = PROJECT["project"]["optional-dependencies"]["server"]
    (wanted,) = (requirement for requirement in map(Requirement, server) if requirement.name == name)
    assert {part.operator for part in wanted.specifier} == {">="}
    subclasses = [
        f"{file.name}: {defined.name}"
        for file in (ROOT / "src" / "heckmeck" / "server").rglob("*.py")
        for defined in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(defined, ast.ClassDef)
        for base in defined.bases
        if ast.unparse(base).partition(".")[0] in imported_from(name, file)
    ]
    assert subclasses == []


def imported_from(package: str, file: Path) -> set[str]:
    """The names in a module that come from a package."""
    names = set()
    for line in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(line, ast.ImportFrom) and (line.module or "").partition(".")[0] == package:
            names |= {alias.asname or alias.name for alias in line.names}
        elif isinstance(line, ast.Import):
            names |= {package for alias in line.names if alias.name.partition(".")[0] == package}
    return names


# Images --------------------------------------------------------------------------------------------------------------


def goes_into_an_image(path: str) -> bool:
    """How container engines apply `.dockerignore`: the last line that matches a file or a folder above it decides."""
    parts = path.split("/")
    above = ["/".join(parts[: count + 1]) for count in range(len(parts))]
    fitting = [line for line in IGNORED if any(fnmatchcase(each, line.removeprefix("!")) for each in above)]
    return fitting[-1].startswith("!")


def test_all_that_an_image_is_built_from_goes_into_it() -> None:
    hatch = PROJECT["tool"]["hatch"]["build"]
    copied = re.findall(r"^COPY (\w+) \w+$", (ROOT / "deploy" / "Containerfile").read_text(), re.MULTILINE)
    assert copied == ["scripts", "web", "src"]
    needed = {
        *(f"{folder}/file" for folder in copied),
        PROJECT["project"]["readme"],
        *PROJECT["project"]["license-files"],
        *(f"{folder}/file" for folder in hatch["targets"]["wheel"]["force-include"]),
        *(f"{folder}/file" for folder in hatch["targets"]["wheel"]["packages"]),
        hatch["hooks"]["custom"]["path"],
        "pyproject.toml",
        "constraints.txt",
        "src/heckmeck/rl/batch/batch_body.h",
        "src/heckmeck/solve/kernel_body.h",
        "web/.npmrc",
    }
    assert {path for path in needed if not goes_into_an_image(path)} == set()


@pytest.mark.parametrize(
    "path",
    [
        ".git/HEAD",
        ".venv/bin/python",
        ".mypy_cache/x",
        "docs/protocol.md",
        "tests/test_build.py",
        "heckmeck.db",
        "keys.json",
        "src/heckmeck/rl/batch/libbatch.so",
        "src/heckmeck/solve/libturn.so",
        "src/heckmeck/server/parts/parts.json",
        "src/heckmeck/server/static/index.html",
        "src/heckmeck/server/__pycache__/app.pyc",
        "web/node_modules/vite/package.json",
        "web/src/words/messages.js",
    ],
)
def test_nothing_else_goes_into_it(path: str) -> None:
    assert not goes_into_an_image(path)
