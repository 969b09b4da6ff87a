"""The turn solver's inner loop in C, if a compiler was available at build time; see kernel.c."""

from __future__ import annotations

import ctypes
import logging
import os
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from heckmeck.solve.turn_states import TurnStates

VERSION = 3
LIBRARY = Path(__file__).with_name("libturn.so")
MAX_LANES = 16
"""Maximum number of vector lanes on any machine."""

log = logging.getLogger(__name__)

Array = NDArray[np.floating]
_Memory = ctypes.c_char * 0
"""An array in C, passed by its address."""


class _RollClass(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_int)
        for name in ("number", "choices", "first", "states", "stride", "successors", "runs", "outcomes")
    ]


class _Turn(ctypes.Structure):
    _fields_ = [
        *[(name, ctypes.c_int) for name in ("states", "rolling", "slots", "classes", "all_outcomes")],
        ("class_", ctypes.POINTER(_RollClass)),
        ("runs", ctypes.c_void_p),
        ("before", ctypes.c_void_p),
        ("successors", ctypes.c_void_p),
        ("stop_slot", ctypes.c_void_p),
    ]


def library() -> ctypes.CDLL | None:
    """Return the kernel, or None if there is none."""
    return load_library(LIBRARY, VERSION)


@cache
def load_library(path: Path, version: int) -> ctypes.CDLL | None:
    """Load a C library of this package; return None if that fails and log the reason once."""
    if os.environ.get("HECKMECK_KERNEL") == "off":
        log.info("The C kernel %s is switched off by HECKMECK_KERNEL; Python is used.", path.stem)
        return None
    try:
        found = ctypes.CDLL(str(path))
    except OSError:
        log.info("The C kernel %s was not built here; Python is used.", path.stem)
        return None
    if found.version() != version:
        log.warning(
            "The C kernel %s is of another version; Python is used until heckmeck is installed again.", path.stem
        )
        return None
    return found


class Kernel:
    """The kernel with the tables of one kind of turn. Its calls release the global interpreter lock."""

    def __init__(self, library: ctypes.CDLL, states: TurnStates, stop_slot: NDArray[np.int32], slots: int) -> None:
        self.states = states
        self._library = library
        classes: list[_RollClass] = []
        successors: list[NDArray[np.uint16]] = []
        places = np.arange(slots, slots + len(states.states), dtype=np.uint16)
        # If no roll is possible, the value of a state is that of its slot.
        places[: states.rolling] = stop_slot[: states.rolling]
        runs = outcomes = 0
        for number, c in enumerate(states.classes):
            choices, alike = c.successors.shape
            rows = np.pad(places[c.successors], ((0, 0), (0, -alike % MAX_LANES)), mode="edge")
            begin = sum(map(np.size, successors))
            classes.append(_RollClass(number, choices, c.first, alike, rows.shape[1], begin, runs, outcomes))
            successors.append(rows.ravel())
            runs += choices
            outcomes += len(c.outcomes.before)
        # These references keep the arrays alive, because the C side only has their addresses.
        self._classes = (_RollClass * len(classes))(*classes)
        self._successors = np.concatenate(successors)
        self._runs = np.concatenate([c.outcomes.runs for c in states.classes]).astype(np.uint16)
        self._before = np.concatenate([c.outcomes.before for c in states.classes]).astype(np.uint16)
        self._stop_slot = stop_slot.astype(np.uint16)
        weights = np.concatenate(
            [*[c.outcomes.weight for c in states.classes], [c.outcomes.fail for c in states.classes]]
        )
        self._weights = {np.dtype(kind): weights.astype(kind) for kind in (np.float32, np.float64)}
        self._weights_address = {kind: ctypes.c_void_p(array.ctypes.data) for kind, array in self._weights.items()}
        self._turn = _Turn(
            states=len(states.states),
            rolling=states.rolling,
            slots=slots,
            classes=len(classes),
            all_outcomes=len(self._before),
            class_=self._classes,
            runs=self._runs.ctypes.data,
            before=self._before.ctypes.data,
            successors=self._successors.ctypes.data,
            stop_slot=self._stop_slot.ctypes.data,
        )
        self._turn_address = ctypes.byref(self._turn)

    def solve(self, memory: Array, start: bool) -> None:
        """Compute the values of all states. The memory begins with the slots; the values are written after them.

        Without `start` the state before the first roll is skipped.
        """
        function = self._library.solve_one_f32 if memory.dtype == np.float32 else self._library.solve_one_f64
        # Bots solve one turn at a time; with `memory.ctypes` such a solve takes 5-10 % longer.
        function(self._turn_address, self._weights_address[memory.dtype], _Memory.from_buffer(memory.data), start)

    def solve_many(self, slots: Array, full: bool) -> Array:
        """Return for each row of slots the values of all states, or only the value before the first roll."""
        shape = (len(slots), len(self.states.states)) if full else (len(slots),)
        values = np.empty(shape, slots.dtype)
        function = self._library.solve_many_f32 if slots.dtype == np.float32 else self._library.solve_many_f64
        short_of_memory = function(
            self._turn_address,
            self._weights_address[slots.dtype],
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
        """Return the number of solves that are computed in parallel."""
        function = self._library.lanes_many_f32 if dtype is np.float32 else self._library.lanes_many_f64
        return int(function())

    def bare(self, pairs: int, times: int, dtype: type) -> None:
        """Do only the arithmetic of this number of (state, roll) pairs, to measure the limit of the machine."""
        numbers: Array = np.linspace(0, 1, 16, dtype=dtype)
        function = self._library.bare_many_f32 if dtype is np.float32 else self._library.bare_many_f64
        function(ctypes.c_long(pairs), ctypes.c_long(times), ctypes.c_void_p(numbers.ctypes.data))
