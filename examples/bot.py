"""A player in a few lines, with nothing but Python's standard library.

python bot.py http://127.0.0.1:8765 ABCDEFGH    takes a seat at the table with that code; its host starts the game
python bot.py http://127.0.0.1:8765             plays Bratwurmeck with other people, or with bots
"""

import hashlib
import json
import secrets
import sys
import time
from http.client import HTTPException
from urllib.request import Request, urlopen

SERVER, CODE, SEED = sys.argv[1].rstrip("/"), "".join(sys.argv[2:]), secrets.token_hex(16)
ME = {"name": "Bot", "commitment": hashlib.sha256(b"heckmeck-seed/1 " + SEED.encode()).hexdigest()}
HEADERS = {"Content-Type": "application/json"}


def call(path, body=None):
    """Send a request until it is answered. A repeated command has the same id, so it is executed once."""
    while True:
        try:
            return urlopen(Request(SERVER + path, body and json.dumps(body).encode(), HEADERS), timeout=60)  # noqa: S310
        except (OSError, HTTPException) as error:
            if (status := getattr(error, "code", 503)) not in (429, 502, 503):
                return error if status == 409 else sys.exit(error.read().decode())
        time.sleep(1)


def command(kind, number, **fields):
    """Send a command and return the answer. A late command is refused (409), which does no harm."""
    return json.load(call(f"/api/tables/{CODE}/commands", {"type": kind, "id": f"{kind}-{number:08}", **fields}))


HEADERS["Authorization"] = "Bearer " + json.load(call("/api/tokens", {"name": "Bot"}))["token"]
if not CODE:
    CODE = json.load(call("/api/quick", {"game": "bratwurmeck", **ME}))["code"]
elif "message" in (answer := command("sit", 0, **ME)):
    sys.exit(answer["message"])
now = {"seq": 0}  # all that is known: fields missing from a message are unchanged
while True:
    try:  # first the missed entries, without positions; then a welcome with one; then new entries
        for message in map(json.loads, filter(bytes.strip, call(f"/api/tables/{CODE}/events?since={now['seq']}"))):
            now |= message
            for seat in now["mine"] if "position" in message else []:
                table, position = now["table"], now["position"]
                if table["seats"][seat].get("bot"):  # a bot plays for us
                    command("back", now["seq"], seat=seat)
                if table["phase"] == "seeding" and table["seeds"][seat] is None:
                    command("reveal", now["seq"], seat=seat, seed=SEED)
                elif table["phase"] == "playing" and position["to_act"] == seat:
                    sorts = [[f"W{c - 5}" if c > 5 else str(c) for c in cards] for cards in position.get("layable", [])]
                    moves = position.get("moves", []) + [" ".join(["lay", *cards]) for cards in sorts]
                    command("move", now["seq"], seq=now["seq"], move=secrets.choice(moves))  # or a better one
                elif table["phase"] == "over" and ME["commitment"] in table["commitments"]:
                    sys.stdout.write(f"{json.dumps(now['ended'])}\n")
                    sys.exit()
    except (OSError, HTTPException):
        time.sleep(1)
