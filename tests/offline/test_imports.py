"""The host runs where there is nothing but the standard library and msgspec."""

import subprocess
import sys

PROGRAM = """
import sys

FORBIDDEN = {
    "alembic", "asyncpg", "h11", "itsdangerous", "litestar", "multiprocessing", "numpy", "platformdirs",
    "prometheus_client", "ray", "rich", "segno", "sqlalchemy", "sqlite3", "typer", "uvicorn", "websockets",
}

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in FORBIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocker())

import asyncio, threading
from random import Random
from helpers.offline_page import Page, play

def no_threads(*_):
    raise RuntimeError("there are no threads here")

threading.Thread.start = no_threads

async def main():
    for game, bot in (("bratwurmeck", "champion"), ("barbecue", "hard"), ("karteneck", "sampler")):
        page = await Page.begin()
        code = await page.open(game, 2, bot)
        await play(page, code, Random(1))
        review = await page.get(f"/api/tables/{code}/games/1/review")
        assert review["wins"] is not None
        assert (await page.command(type="start", id="next-game"))["type"] == "done"
        await page.host.stop()

asyncio.run(main())
print(sorted(FORBIDDEN & set(sys.modules)))
"""


def test_a_game_of_each_kind_is_played_and_reviewed() -> None:
    path = [entry for entry in sys.path if entry]
    program = f"import sys; sys.path[:0] = {path!r}\n{PROGRAM}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "[]"
