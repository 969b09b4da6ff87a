"""RateLimits: bursts, their return, addresses that are forgotten, and slots."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from heckmeck.server.net.client_address import ClientAddress
from heckmeck.server.net.rate_limits import (
    ADDRESS_COMMANDS,
    ADDRESS_PLAYERS,
    ADDRESS_REQUESTS,
    ADDRESS_TABLES,
    SOCKET_COMMANDS,
    WRONG_CODES,
    WRONG_CODES_NETWORK,
    ConnectionSlots,
    Rate,
    RateLimits,
    TokenBucket,
    TokenBuckets,
)
from heckmeck.server.ops.config import Config

STRANGER = ClientAddress("192.0.2.7", secure=False, local=False)


class Clock:
    """A clock that stands until it is moved."""

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


def test_a_right_code_costs_nothing_and_a_wrong_one_is_paid_for_before_it_is_known(clock: Clock) -> None:
    given = RateLimits(Config(), clock)
    for _ in range(500):
        assert given.try_code(STRANGER)
        given.code_found(STRANGER)
    assert sum(given.try_code(STRANGER) for _ in range(500)) == 60
    given.code_found(STRANGER)
    assert [given.try_code(STRANGER) for _ in range(2)] == [True, False]


def test_a_network_with_many_addresses_has_not_as_many_guesses(clock: Clock) -> None:
    given = RateLimits(Config(), clock)
    own = [ClientAddress(f"2001:db8:0:{n:x}::1", secure=False, local=False) for n in range(100)]
    assert sum(given.try_code(client) for client in own for _ in range(70)) == WRONG_CODES_NETWORK.burst == 600
    assert given.try_code(ClientAddress("2001:db8:1::1", secure=False, local=False))
    assert given.try_code(STRANGER)


def test_this_machine_may_guess_as_it_likes() -> None:
    given = RateLimits(Config())
    local = ClientAddress("127.0.0.1", secure=False, local=True)
    assert all(given.try_code(local) for _ in range(1000))
    given.code_found(local)


def test_what_costs_more_is_paid_with_more(clock: Clock) -> None:
    bucket = TokenBucket(Rate(10, 1), clock)
    assert bucket.spend(9)
    assert not bucket.spend(2)
    assert bucket.spend(1)


@given(st.lists(st.tuples(st.floats(0, 10), st.booleans()), max_size=50))
def test_nobody_ever_gets_more_than_the_burst_and_what_came_back(steps: list[tuple[float, bool]]) -> None:
    clock = Clock()
    bucket = TokenBucket(Rate(5, 2), clock)
    spent = 0
    for pause, spends in steps:
        clock.now += pause
        spent += spends and bucket.spend()
    assert spent <= 5 + 2 * (clock.now - 100) + 1e-6


def test_addresses_have_limits_of_their_own(clock: Clock) -> None:
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


def test_nobody_in_particular_has_no_limit(clock: Clock) -> None:
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
    assert sum(given.tables.spend("a") for _ in range(500)) == 30
    assert sum(given.players.spend("a") for _ in range(500)) == 200
    assert sum(given.requests.spend("a") for _ in range(500)) == ADDRESS_REQUESTS.burst == 300
    assert sum(given.try_code(STRANGER) for _ in range(500)) == 60
    clock.now += 3600
    assert sum(given.tables.spend("a") for _ in range(500)) == round(ADDRESS_TABLES.second * 3600) == 30
    assert sum(given.players.spend("a") for _ in range(500)) == round(ADDRESS_PLAYERS.second * 3600) == 200
    assert sum(given.try_code(STRANGER) for _ in range(500)) == round(WRONG_CODES.second * 3600) == 60
    assert sum(given.slots.acquire("a") for _ in range(9)) == 3
    assert sum(given.slots.acquire("b") for _ in range(9)) == 1
