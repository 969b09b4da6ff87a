"""Check the rolls of exported games of the two dice games, with nothing but the standard library.

    python check_fairness.py games.jsonl

It does not know the rules of the games; it checks that every roll follows from the published anchor and the seeds.
"""

import hmac
import json
import sys
from hashlib import sha256
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path

FACES = {"bratwurmeck": "12345W", "barbecue": "12346W"}


def links(fairness: dict, rolls: int) -> list[bytes]:
    """Return the known links of the chain, beginning with the link of the first roll."""
    if not fairness["secret"]:
        return [bytes.fromhex(link) for link in fairness["links"]]
    secret = bytes.fromhex(fairness["secret"])
    chain = [sha256(b"heckmeck-chain/1" + secret).digest()]
    while len(chain) < 1024:
        chain.append(sha256(chain[-1]).digest())
    return chain[::-1] + [hmac.digest(secret, b"heckmeck-late/1 %d" % k, "sha256") for k in range(1025, rolls + 1)]


def word_below(end: int, link: bytes, message: str) -> int:
    """Return the first 32-bit word that is below the end, from block 0, 1, 2..."""
    block = 0
    while True:
        digest = hmac.digest(link, message.replace("BLOCK", str(block)).encode(), "sha256")
        for word in (int.from_bytes(digest[place : place + 4], "big") for place in range(0, 32, 4)):
            if word < end:
                return word
        block += 1


def roll(number: int, dice: int, die: str) -> str:
    """Return the roll with a number from 0 to 6**dice - 1: equal rolls are adjacent, 111 first, WWW last."""
    for faces in combinations_with_replacement(die, dice):
        number -= factorial(dice) // prod(factorial(faces.count(face)) for face in die)
        if number < 0:
            return "=" + "".join(faces)
    raise ValueError(number)


def check(record: dict) -> int:
    """Return how many rolls were checked; raise a ValueError if something does not hold."""
    fairness, before = record["fairness"], record["fairness"]["anchor"]
    for seat in filter(None, fairness["seats"]):
        hashed = seat["seed"] and sha256(f"heckmeck-seed/1 {seat['seed']}".encode()).hexdigest()
        if hashed not in (None, seat["commitment"]):
            raise ValueError(f"{seat['seed']} is not the seed committed to")
    seeds = " ".join(seat["seed"] or "-" if seat else "-" for seat in fairness["seats"])
    rolls = [step for step in record["steps"] if step.startswith("=")]
    known = links(fairness, len(rolls))
    for k, (shown, link) in enumerate(zip(rolls, known, strict=False), 1):
        if k <= 1024 and sha256(link).hexdigest() != before:
            raise ValueError(f"link {k} is not of this chain")
        before, dice = link.hex(), len(shown) - 1
        message = f"heckmeck-fairness/1 {fairness['game']} {k} BLOCK {seeds}"
        word = word_below(2**32 - 2**32 % 6**dice, link, message)
        if shown != (due := roll(word % 6**dice, dice, FACES[record["game"]])):
            raise ValueError(f"roll {k} is {shown}, but has to be {due}")
    return min(len(rolls), len(known))


if __name__ == "__main__":
    for line in Path(sys.argv[1]).read_text("utf-8").splitlines():
        sys.stdout.write(f"{check(json.loads(line))} rolls are fair\n")
