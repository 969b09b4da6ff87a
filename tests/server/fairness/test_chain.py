"""Chains, seeds and the numbers drawn from them, against vectors computed by hand with only `hashlib`."""

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from heckmeck.games import BadSetup, get
from heckmeck.server.fairness import (
    LENGTH,
    Chain,
    ChainSource,
    chain_length,
    check_seed,
    commitment_of,
    follows,
    is_commitment,
    is_seed,
    new_seed,
)

SECRET = bytes(range(32))
SEED = "000102030405060708090a0b0c0d0e0f"


def by_hand(secret: bytes, length: int) -> list[bytes]:
    """All links of a chain, 0 first, in the simplest way."""
    links = [sha256(b"heckmeck-chain/1" + secret).digest()]
    for _ in range(length):
        links.insert(0, sha256(links[0]).digest())
    return links


@pytest.mark.parametrize("length", [0, 1, 2, 31, 32, 33, 100, LENGTH])
def test_links_in_any_order_are_those_worked_out_by_hand(length: int) -> None:
    chain, links = Chain(SECRET, length), by_hand(SECRET, length)
    assert chain.anchor == links[0].hex()
    upward, downward = range(1, length + 1), range(length, 0, -1)
    assert [chain.link(number) for number in upward] == links[1:]
    assert [chain.link(number) for number in downward] == links[:0:-1]


def test_the_anchor_is_a_known_one() -> None:
    assert Chain(SECRET).anchor == "fa90efa5224a30e4df3261df88564e76d4207b1875da2f65ae84b33f0cd40027"
    assert Chain(SECRET, 0).anchor == "e6a563534d70f48ce06c355b8fb390facccbc8e7abb0ee90f11bd8be92c06356"


def test_behind_the_chain_there_are_links_without_end_and_without_a_repeat() -> None:
    chain = Chain(SECRET, 40)
    late = [chain.link(number) for number in range(1, 500)]
    assert len(set(late)) == len(late)
    assert chain.link(41) == hmac.digest(SECRET, b"heckmeck-late/1 41", "sha256")
    assert chain.link(10**9) == hmac.digest(SECRET, b"heckmeck-late/1 1000000000", "sha256")


def test_only_links_of_the_chain_are_shown_with_their_outcomes() -> None:
    chain = Chain(SECRET, 3)
    assert [chain.proof(number) is not None for number in (1, 2, 3, 4, 5)] == [True, True, True, False, False]
    assert chain.proof(2) == chain.link(2).hex()


def test_where_something_is_hidden_no_link_is_shown_before_the_end() -> None:
    chain = Chain(SECRET, chain_length(get("karteneck")))
    assert [chain.proof(number) for number in range(1, 200)] == [None] * 199
    assert chain_length(get("bratwurmeck")) == chain_length(get("barbecue")) == LENGTH


def test_a_link_is_distinguished_from_one_that_does_not_follow() -> None:
    chain = Chain(SECRET, 3)
    assert follows(chain.link(1), chain.anchor)
    assert not follows(chain.link(2), chain.anchor)
    assert not follows(chain.link(3), chain.link(1).hex())


def test_a_chain_never_says_its_secret_by_itself() -> None:
    assert SECRET.hex() not in repr(Chain(SECRET))
    assert repr(SECRET) not in repr(Chain(SECRET))
    assert Chain.new().secret != Chain.new().secret


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33), "0" * 32, None])
def test_a_secret_has_32_bytes(secret: object) -> None:
    with pytest.raises(BadSetup, match="32 bytes"):
        Chain(secret)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [0, -1])
def test_outcomes_are_counted_from_1(number: int) -> None:
    with pytest.raises(BadSetup, match="counted from 1"):
        Chain(SECRET, 5).link(number)


def test_a_commitment_is_a_known_hash_of_the_seed() -> None:
    assert commitment_of(SEED) == sha256(f"heckmeck-seed/1 {SEED}".encode()).hexdigest()
    assert check_seed(SEED, commitment_of(SEED))
    assert not check_seed(SEED[::-1], commitment_of(SEED))
    assert not check_seed(SEED + "\n", commitment_of(SEED))
    assert is_seed(new_seed())
    assert new_seed() != new_seed()
    assert is_commitment(commitment_of(SEED))


@pytest.mark.parametrize(
    "seed", ["", SEED[1:], SEED + "0", SEED[:-1] + "\n", SEED + "\n", SEED.upper(), SEED[:-1] + "g", "٣" * 32, None, 7]
)
def test_an_invalid_seed_is_refused(seed: object) -> None:
    assert not is_seed(seed)
    with pytest.raises(BadSetup, match="32 lowercase hexadecimal digits"):
        commitment_of(seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", SEED, commitment_of(SEED)[1:], commitment_of(SEED) + "\n", "G" * 64, None])
def test_an_invalid_commitment_is_recognized(text: object) -> None:
    assert not is_commitment(text)


def words_by_hand(link: bytes, message: str, blocks: int) -> list[int]:
    digests = (hmac.digest(link, message.replace("BLOCK", str(block)).encode(), "sha256") for block in range(blocks))
    return [int.from_bytes(digest[i : i + 4], "big") for digest in digests for i in range(0, 32, 4)]


def test_the_words_are_those_worked_out_by_hand_over_several_blocks() -> None:
    link = Chain(SECRET).link(17)
    source = ChainSource(link, "QWERTZUP/3", 17, [None, SEED, None])
    drawn = [source.randrange(2**32) for _ in range(20)]
    assert drawn == words_by_hand(link, f"heckmeck-fairness/1 QWERTZUP/3 17 BLOCK - {SEED} -", 3)[:20]


def test_words_that_would_tip_the_balance_are_skipped() -> None:
    """For 3 * 2^30 numbers every fourth word is too high: 2^32 contains them once, with a remainder."""
    link, stop = Chain(SECRET).link(1), 3 * 2**30
    words = words_by_hand(link, f"heckmeck-fairness/1 QWERTZUP/1 1 BLOCK {SEED}", 40)
    taken = [word for word in words if word < stop]
    assert len(words) - len(taken) > 50
    source = ChainSource(link, "QWERTZUP/1", 1, [SEED])
    assert [source.randrange(stop) for _ in taken] == taken


def test_a_choice_among_one_takes_a_word_too() -> None:
    link = Chain(SECRET).link(1)
    words = words_by_hand(link, "heckmeck-fairness/1 QWERTZUP/1 1 BLOCK -", 1)
    source = ChainSource(link, "QWERTZUP/1", 1, [None])
    assert source.randrange(1) == 0
    assert source.randrange(2**32) == words[1]


@pytest.mark.parametrize("stop", [0, -3, 2**32 + 1])
def test_a_range_that_words_cannot_fill_is_refused(stop: int) -> None:
    with pytest.raises(BadSetup, match=r"1 to 2\^32"):
        ChainSource(bytes(32), "QWERTZUP/1", 1, []).randrange(stop)


@pytest.mark.parametrize("other", ["game", "number", "outcome", "link", "seed", "order"])
def test_every_input_changes_the_output(other: str) -> None:
    chain = Chain(SECRET)
    seeds: dict[str, list[str | None]] = {"seed": [SEED, SEED], "order": [None, SEED]}
    source = ChainSource(
        chain.link(2 if other == "link" else 1),
        {"game": "QWERTZUQ/1", "number": "QWERTZUP/2"}.get(other, "QWERTZUP/1"),
        2 if other == "outcome" else 1,
        seeds.get(other, [SEED, None]),
    )
    plain = ChainSource(chain.link(1), "QWERTZUP/1", 1, [SEED, None])
    assert [source.randrange(2**32) for _ in range(4)] != [plain.randrange(2**32) for _ in range(4)]


@pytest.mark.parametrize(("stop", "limit"), [(6, 20.52), (7, 22.46), (46, 80.1)])
def test_all_numbers_are_equally_likely(stop: int, limit: float) -> None:
    """Chi-square over fixed secrets, one number from each of 20,000 links; the limits are the 99.9 % points."""
    draws = 20_000
    seen: Counter[int] = Counter()
    for game in range(draws // 1000):
        chain = Chain(game.to_bytes(32, "big"), 0)
        for number in range(1, 1001):
            seen[ChainSource(chain.link(number), f"QWERTZUP/{game + 1}", number, [SEED]).randrange(stop)] += 1
    expected = draws / stop
    assert sum((seen[value] - expected) ** 2 / expected for value in range(stop)) < limit


def test_rolls_have_the_chances_of_the_dice() -> None:
    """Two dice of Bratwurmeck: 21 different rolls with their exact weights; 45.3 is the 99.9 % point."""
    rolls = get("bratwurmeck").die.rolls(2)
    chain = Chain(SECRET, 0)
    draws = 10_000
    seen = Counter(rolls.sample(ChainSource(chain.link(k), "QWERTZUP/1", k, [SEED])) for k in range(1, draws + 1))
    chi = sum((seen[lot] - draws * weight / 36) ** 2 / (draws * weight / 36) for lot, weight in rolls)
    assert chi < 45.3
