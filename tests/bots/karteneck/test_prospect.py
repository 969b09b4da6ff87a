"""Prospects: the value of a plan, from the open cards and portions."""

from heckmeck.bots.karteneck.prospect import Prospect, plans
from helpers.karteneck_moments import position


def test_a_theft_counts_twice() -> None:
    view = position((1, 2, 3), (16, 17), layouts=((5, 5, 5, 5, 5, 5, 10), ()), stacks=((), (35,)))
    assert Prospect(view).swing(35) == 2 * view.setup.worms[35]
    assert Prospect(view).swing(34) == 0


def test_a_higher_total_is_never_served_less() -> None:
    view = position((1, 2, 9), (16, 36))
    served = [Prospect(view).serving(total) for total in range(5, 40)]
    assert served == sorted(served)
    assert view.setup.worms[16] <= served[0] < served[-1] <= view.setup.worms[36]


def test_of_plans_for_a_total_the_cheapest_is_kept() -> None:
    found = {plan.adds: plan.lays for plan in plans(((1, 1), (2,)))}
    assert set(found) == {1, 2, 3, 4}
    assert found[2] == ((2,),), "one card is cheaper than two"
