"""The turn solver's inner loop in C, where it was built; see kernel.c."""

from __future__ import annotations

import ctypes
import logging
import os
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from heckmeck.solve.states import Outcomes, TurnStates

VERSION = 1
LIBRARY = Path(__file__).with_name("libturn.so")

log = logging.getLogger(__name__)

Array = NDArray[np.floating]


class _RollClass(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_int)
        for name in ("number", "choices", "first", "states", "successors", "outcomes", "shared", "all")
    ]


class _Turn(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_int) for name in ("states", "rolling", "slots", "classes", "all_outcomes")],
        ("class_", ctypes.POINTER(_RollClass)),
        ("outcomes", ctypes.c_void_p),
        ("successors", ctypes.c_void_p),
        ("stop_slot", ctypes.c_void_p),
    ]


@cache
def library() -> ctypes.CDLL | None:
    """Return the kernel, or None where there is none; why is logged once."""
    if os.environ.get("HECKMECK_KERNEL") == "off":
        log.info("The C kernel is switched off by HECKMECK_KERNEL; numpy is used.")
        return None
    try:
        found = ctypes.CDLL(str(LIBRARY))
    except OSError:
        log.info("The C kernel was not built here; numpy is used.")
        return None
    if found.version() != VERSION:
        log.warning("The C kernel is of another version; numpy is used until heckmeck is installed again.")
        return None
    return found


class Kernel:
    """The kernel with the tables of one kind of turn. Its calls let other threads run."""

    def __init__(self, library: ctypes.CDLL, states: TurnStates, stop_slot: NDArray[np.int32], slots: int) -> None:
        self.states = states
        self._library = library
        classes: list[_RollClass] = []
        successors: list[NDArray[np.int32]] = []
        entries: list[NDArray[np.uint16]] = []
        weights: list[NDArray[np.float64]] = []
        for number, c in enumerate(states.classes):
            choices, alike = c.successors.shape
            places = (sum(map(len, successors)), sum(map(len, weights)))
            shared, every = c.outcomes.shared, len(c.outcomes.weight)
            classes.append(_RollClass(number, choices, c.first, alike, *places, shared, every))
            successors.append(c.successors.ravel())
            entries.append(_entries(c.outcomes, choices))
            weights.append(c.outcomes.weight)
        # All of these are kept here, because the C side only has their addresses.
        self._classes = (_RollClass * len(classes))(*classes)
        self._successors = np.concatenate(successors)
        self._entries = np.concatenate(entries)
        self._stop_slot = stop_slot
        all_weights = np.concatenate([*weights, [c.outcomes.fail for c in states.classes]])
        self._weights = {np.dtype(kind): all_weights.astype(kind) for kind in (np.float32, np.float64)}
        self._turn = _Turn(
            states=len(states.states),
            rolling=states.rolling,
            slots=slots,
            classes=len(classes),
            all_outcomes=len(self._entries),
            class_=self._classes,
            outcomes=self._entries.ctypes.data,
            successors=self._successors.ctypes.data,
            stop_slot=self._stop_slot.ctypes.data,
        )
        self._turn_address = ctypes.byref(self._turn)

    def solve(self, slots: Array) -> Array:
        """Return the values of all states for one row of slots."""
        values = np.empty(len(self.states.states), slots.dtype)
        function = self._library.solve_one_f32 if slots.dtype == np.float32 else self._library.solve_one_f64
        function(
            self._turn_address,
            ctypes.c_void_p(self._weights[slots.dtype].ctypes.data),
            ctypes.c_void_p(slots.ctypes.data),
            ctypes.c_void_p(values.ctypes.data),
        )
        return values

    def solve_many(self, slots: Array, full: bool) -> Array:
        """Return for each row of slots the values of all states, or only the value before the first roll."""
        shape = (len(slots), len(self.states.states)) if full else (len(slots),)
        values = np.empty(shape, slots.dtype)
        function = self._library.solve_many_f32 if slots.dtype == np.float32 else self._library.solve_many_f64
        short_of_memory = function(
            self._turn_address,
            ctypes.c_void_p(self._weights[slots.dtype].ctypes.data),
            ctypes.c_void_p(slots.ctypes.data),
            ctypes.c_long(len(slots)),
            ctypes.c_int(full),
            ctypes.c_int(self.states.start),
            ctypes.c_void_p(values.ctypes.data),
        )
        if short_of_memory:
            raise MemoryError
        return values

    def lanes(self, dtype: type) -> int:
        """Return how many solves are done side by side."""
        function = self._library.lanes_f32 if dtype is np.float32 else self._library.lanes_f64
        return int(function())

    def bare(self, pairs: int, times: int, dtype: type) -> None:
        """Do the arithmetic of so many (state, roll) pairs and nothing else, to measure what the machine can do."""
        numbers: Array = np.linspace(0, 1, 16, dtype=dtype)
        function = self._library.bare_f32 if dtype is np.float32 else self._library.bare_f64
        function(ctypes.c_long(pairs), ctypes.c_long(times), ctypes.c_void_p(numbers.ctypes.data))


def _entries(outcomes: Outcomes, choices: int) -> NDArray[np.uint16]:
    """Return where in the kernel's working memory each outcome finds its two values.

    The memory is: one entry that is worse than anything, the choices, the outcomes that others build on.
    """
    before = np.where(outcomes.before < 0, 0, outcomes.before + 1 + choices)
    return np.stack([before, outcomes.choice + 1], axis=1).astype(np.uint16)
