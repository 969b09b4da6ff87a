"""Rate limits: bursts and their recovery, forgotten addresses, and slots."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.server.config import Config
from heckmeck.server.net import rate_limits
from heckmeck.server.net.client_address import ClientAddress
from heckmeck.server.net.rate_limits import (
    ADDRESS_COMMANDS,
    ADDRESS_IMPORTS,
    ADDRESS_PLAYERS,
    ADDRESS_REPORTS,
    ADDRESS_REQUESTS,
    ADDRESS_TABLES,
    ADDRESS_TOKENS,
    ADDRESS_WRONG_CODES,
    ERASURES,
    EXPORTS,
    NETWORK_ERASURES,
    NETWORK_EXPORTS,
    NETWORK_TABLES,
    NETWORK_WRONG_CODES,
    PLAYER_IMPORTS,
    PLAYER_REPORTS,
    PLAYER_TABLES,
    PLAYER_WRONG_CODES,
    SOCKET_COMMANDS,
    STRANGER_WRONG_CODES,
    STRANGER_WRONG_CODES_NETWORK,
    Budgets,
    ConnectionSlots,
    Rate,
    RateLimits,
    TokenBucket,
    TokenBuckets,
)

CODE = "ABCDEFGH"
STRANGER = ClientAddress("192.0.2.7", secure=False, local=False)


class Clock:
    """A clock that stands still until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def spend_all(bucket: TokenBucket) -> int:
    spent = 0
    while bucket.spend():
        spent += 1
    return spent


def test_a_socket_has_a_burst_of_twenty_and_ten_a_second(clock: Clock) -> None:
    bucket = TokenBucket(SOCKET_COMMANDS, clock)
    assert spend_all(bucket) == 20
    clock.now += 0.5
    assert spend_all(bucket) == 5
    clock.now += 3600
    assert spend_all(bucket) == 20


def test_what_is_given_back_can_be_spent_and_never_more_than_the_burst(clock: Clock) -> None:
    bucket = TokenBucket(Rate(2, 0.5), clock)
    assert spend_all(bucket) == 2
    bucket.refund()
    assert spend_all(bucket) == 1
    bucket.refund(5)
    assert spend_all(bucket) == 2


@pytest.mark.parametrize(("player", "burst"), [(None, 60), ("ann", 20)])
def test_a_right_code_costs_nothing_and_a_wrong_one_is_paid_for_before_it_is_known(
    clock: Clock, player: str | None, burst: int
) -> None:
    given = RateLimits(Config(), clock)
    for _ in range(500):
        assert given.try_code(STRANGER, player)
        given.code_found(STRANGER, player, CODE)
    assert sum(given.try_code(STRANGER, player) for _ in range(500)) == burst
    given.code_found(STRANGER, player, CODE)
    assert [given.try_code(STRANGER, player) for _ in range(2)] == [True, False]


def test_an_address_knows_the_codes_that_were_right_there(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "REMEMBERED", 2)
    given = RateLimits(Config(), clock)
    assert not given.knows_code(STRANGER, CODE)
    for code in (CODE, "BBBBBBBB", CODE, "CCCCCCCC"):
        given.code_found(STRANGER, None, code)
    assert [given.knows_code(STRANGER, code) for code in (CODE, "BBBBBBBB", "CCCCCCCC")] == [True, False, True]
    assert not given.knows_code(ClientAddress("192.0.2.8", secure=False, local=False), CODE)


def test_a_prankster_locks_out_nobody_else_at_the_same_address(clock: Clock) -> None:
    given = RateLimits(Config(), clock)
    for prankster in (None, "eve"):
        assert not all(given.try_code(STRANGER, prankster) for _ in range(1000))
    assert all(given.try_code(STRANGER, f"pupil {n}") for n in range(100))


def test_many_players_at_one_address_have_not_as_many_guesses(clock: Clock) -> None:
    given = RateLimits(Config(), clock)
    assert sum(given.try_code(STRANGER, f"eve {n}") for n in range(100) for _ in range(20)) == ADDRESS_WRONG_CODES.burst
    assert ADDRESS_WRONG_CODES.burst == 600
    assert given.try_code(ClientAddress("192.0.2.8", secure=False, local=False), "eve 99")


@pytest.mark.parametrize(
    ("player", "rate"), [(None, STRANGER_WRONG_CODES_NETWORK), ("eve {}", NETWORK_WRONG_CODES)], ids=str
)
def test_a_network_with_many_addresses_has_not_as_many_guesses(clock: Clock, player: str | None, rate: Rate) -> None:
    given = RateLimits(Config(), clock)
    own = [(ClientAddress(f"2001:db8:0:{n:x}::1", secure=False, local=False), n) for n in range(200)]
    tries = [given.try_code(client, player and player.format(n)) for client, n in own for _ in range(70)]
    assert sum(tries) == rate.burst
    assert given.try_code(ClientAddress("2001:db8:1::1", secure=False, local=False), player)
    assert given.try_code(STRANGER, player)


def test_new_tables_count_for_the_player_the_address_and_the_network(clock: Clock) -> None:
    given = RateLimits(Config(), clock)
    own = [ClientAddress(f"2001:db8:0:{n:x}::1", secure=False, local=False) for n in range(20)]
    assert sum(given.spend(given.tables, own[0], "eve") for _ in range(100)) == PLAYER_TABLES.burst == 30
    assert not given.spend(given.tables, own[1], "eve"), "another address makes no other player"
    assert sum(given.spend(given.tables, own[0], f"eve {n}") for n in range(200)) == ADDRESS_TABLES.burst - 30 == 90
    assert given.spend(given.tables, own[1], "ann")
    tables = sum(
        given.spend(given.tables, client, f"eve {n} of {client.address}") for client in own for n in range(100)
    )
    assert tables == NETWORK_TABLES.burst - 121 == 479
    assert given.spend(given.tables, STRANGER, "ann")


def test_what_one_limit_refuses_is_taken_from_none(clock: Clock) -> None:
    own, shared = TokenBuckets(Rate(2, 0), clock), TokenBuckets(Rate(1, 0), clock)
    both = Budgets(own, shared)
    assert [both.spend("ann", "home"), both.spend("ann", "home")] == [True, False]
    assert own.spend("ann")
    both.refund("ann", "home")
    assert both.spend("ann", "home")


def test_a_long_game_costs_more_to_copy_than_a_short_one() -> None:
    given = RateLimits(Config(), Clock())
    assert sum(given.spend(given.imports, STRANGER, "ann", 1) for _ in range(200)) == PLAYER_IMPORTS.burst == 100
    assert sum(given.spend(given.imports, STRANGER, "eve", 12) for _ in range(200)) == 8
    assert sum(given.spend(given.imports, STRANGER, "eve", 1) for _ in range(200)) == 4, "what was refused cost nothing"
    others = sum(given.spend(given.imports, STRANGER, f"eve {number}", 10) for number in range(200))
    assert others == (ADDRESS_IMPORTS.burst - 200) / 10


def test_reports_count_for_the_player_and_the_address() -> None:
    given = RateLimits(Config(), Clock())
    assert sum(given.spend(given.reports, STRANGER, "eve") for _ in range(100)) == PLAYER_REPORTS.burst
    others = sum(given.spend(given.reports, STRANGER, f"eve {number}") for number in range(200))
    assert others == ADDRESS_REPORTS.burst - PLAYER_REPORTS.burst
    assert given.spend(given.reports, ClientAddress("198.51.100.7", secure=False, local=False), "ann")
    assert all(
        given.spend(given.reports, ClientAddress("127.0.0.1", secure=False, local=True), "ann") for _ in range(1000)
    )


def test_exports_and_erasures_count_for_the_address_and_the_network(clock: Clock) -> None:
    given = RateLimits(Config(), clock)
    own = [ClientAddress(f"2001:db8:0:{n:x}::1", secure=False, local=False) for n in range(20)]
    local = ClientAddress("127.0.0.1", secure=False, local=True)
    for budgets, address, network in (
        (given.exports, EXPORTS, NETWORK_EXPORTS),
        (given.erasures, ERASURES, NETWORK_ERASURES),
    ):
        spend = partial(given.spend, budgets)
        assert sum(spend(own[0]) for _ in range(100)) == address.burst
        assert sum(spend(client) for client in own for _ in range(100)) == network.burst - address.burst
        assert spend(STRANGER)
        assert all(spend(local) for _ in range(1000))


def test_this_machine_may_guess_and_open_tables_as_it_likes() -> None:
    given = RateLimits(Config())
    local = ClientAddress("127.0.0.1", secure=False, local=True)
    for player in (None, "ann"):
        assert all(given.try_code(local, player) for _ in range(1000))
        given.code_found(local, player, CODE)
    assert all(given.spend(given.tables, local, "ann") for _ in range(1000))


def test_what_costs_more_is_paid_with_more(clock: Clock) -> None:
    bucket = TokenBucket(Rate(10, 1), clock)
    assert bucket.spend(9)
    assert not bucket.spend(2)
    assert bucket.spend(1)


@given(st.lists(st.tuples(st.floats(0, 10), st.booleans()), max_size=50))
def test_no_client_ever_gets_more_than_the_burst_and_what_was_refilled(steps: list[tuple[float, bool]]) -> None:
    clock = Clock()
    bucket = TokenBucket(Rate(5, 2), clock)
    spent = 0
    for pause, spends in steps:
        clock.now += pause
        spent += spends and bucket.spend()
    assert spent <= 5 + 2 * (clock.now - 100) + 1e-6


def test_addresses_have_separate_limits(clock: Clock) -> None:
    purse = TokenBuckets(Rate(1, 1), clock)
    assert purse.spend("a")
    assert not purse.spend("a")
    assert purse.spend("b")
    purse.refund("a")
    purse.refund("c")
    assert purse.spend("a")
    assert len(purse) == 2


def test_the_address_not_heard_of_for_longest_is_forgotten(clock: Clock) -> None:
    purse = TokenBuckets(Rate(1, 0.001), clock, remembered=2)
    assert purse.spend("a")
    assert purse.spend("b")
    assert not purse.spend("a")
    assert purse.spend("c")
    assert len(purse) == 2
    assert not purse.spend("a")
    assert purse.spend("b")


def test_a_request_without_an_address_has_no_limit(clock: Clock) -> None:
    purse = TokenBuckets(Rate(1, 0.001), clock)
    assert all(purse.spend(None) for _ in range(1000))
    purse.refund(None)
    assert len(purse) == 0


def test_slots_are_counted_in_all_and_for_each_address() -> None:
    slots = ConnectionSlots(maximum=3, maximum_each=2)
    assert [slots.acquire(group) for group in ("a", "a", "a", "b", "c", None)] == [
        True,
        True,
        False,
        True,
        False,
        False,
    ]
    slots.release("a")
    assert slots.acquire(None)
    assert slots.taken == 3
    slots.release(None)
    slots.release("a")
    slots.release("b")
    assert slots.taken == 0
    assert slots.acquire("a")
    assert slots.acquire("a")


def test_this_machine_is_not_limited_unless_it_is_asked_for() -> None:
    local = ClientAddress("127.0.0.1", secure=False, local=True)
    other = ClientAddress("2001:db8::1", secure=False, local=False)
    assert RateLimits(Config()).group(local) is None
    assert RateLimits(Config(limit_local=True)).group(local) == "127.0.0.1"
    assert RateLimits(Config()).group(other) == "2001:db8::/64"


def test_the_defaults_are_those_that_are_documented(clock: Clock) -> None:
    given = RateLimits(Config(max_sockets=4, max_sockets_per_address=3), clock)
    assert spend_all(given.socket()) == SOCKET_COMMANDS.burst == 20
    assert sum(given.commands.spend("a") for _ in range(500)) == ADDRESS_COMMANDS.burst == 100
    assert sum(given.sockets.spend("a") for _ in range(500)) == 20
    assert sum(given.tokens.spend("a") for _ in range(500)) == 30
    assert sum(given.spend(given.tables, STRANGER, "a") for _ in range(500)) == 30
    assert sum(given.players.spend("a") for _ in range(500)) == 200
    assert sum(given.requests.spend("a") for _ in range(500)) == ADDRESS_REQUESTS.burst == 300
    assert sum(given.try_code(STRANGER, None) for _ in range(500)) == 60
    assert sum(given.try_code(STRANGER, "a") for _ in range(500)) == 20
    clock.now += 3600
    assert sum(given.tokens.spend("a") for _ in range(500)) == round(ADDRESS_TOKENS.second * 3600) == 30
    assert sum(given.spend(given.tables, STRANGER, "a") for _ in range(500)) == round(PLAYER_TABLES.second * 3600) == 30
    assert sum(given.players.spend("a") for _ in range(500)) == round(ADDRESS_PLAYERS.second * 3600) == 200
    assert sum(given.try_code(STRANGER, None) for _ in range(500)) == round(STRANGER_WRONG_CODES.second * 3600) == 60
    assert sum(given.try_code(STRANGER, "a") for _ in range(500)) == round(PLAYER_WRONG_CODES.second * 3600) == 20
    assert sum(given.slots.acquire("a") for _ in range(9)) == 3
    assert sum(given.slots.acquire("b") for _ in range(9)) == 1
