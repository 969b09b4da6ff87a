"""The chart of a training."""

import numpy as np
import pytest

from heckmeck.cli.learning_chart import learning_chart
from heckmeck.train.checkpoint import CurvePoint

CURVE = [
    CurvePoint(1.0, 2_000_000, 0.30, 0.28, 0.32),
    CurvePoint(3.0, 10_000_000, 0.50, 0.48, 0.52),
    CurvePoint(4.0, 12_000_000, 0.53, 0.51, 0.55),
]


def test_it_shows_minutes_positions_and_the_fair_share() -> None:
    figure = learning_chart("Barbecue, 2 seats", "greedy", 2, CURVE)
    (axes,) = figure.axes
    (above,) = axes.child_axes
    figure.draw_without_rendering()
    curve, fair = axes.get_lines()
    assert np.asarray(curve.get_xydata()).tolist() == [[1, 30], [3, 50], [4, 53]]
    assert np.asarray(fair.get_ydata()).tolist() == [50, 50]
    legend = axes.get_legend()
    assert legend is not None
    assert [text.get_text() for text in legend.get_texts()] == [
        "among greedy",
        "greedy among greedy: the fair share",
    ]
    assert (axes.get_xlabel(), above.get_xlabel()) == ("minutes of training", "millions of positions")
    minutes = above.get_xlim()[1] / 12 * 4
    assert minutes == pytest.approx(axes.get_xlim()[1]), "the axes end at the same point, beyond the curve"


def test_a_single_point_can_be_drawn() -> None:
    learning_chart("Barbecue, 2 seats", "greedy", 2, CURVE[:1]).draw_without_rendering()
