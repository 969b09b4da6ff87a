"""Metrics of a server process, for Prometheus. Each process has its own, with the label `process`."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

CONTENT_TYPE = CONTENT_TYPE_LATEST
MAX_SERIES = 200
"""Maximum number of label combinations of one counter; further ones are counted as `other`."""

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class LabelledCounter:
    """A counter with labels. Its series are cached, because looking them up is most of the cost of counting.

    The number of series is bounded, whatever the labels.
    """

    def __init__(self, counter: Counter, process: str) -> None:
        self._counter = counter
        self._process = process
        self._series: dict[tuple[str, ...], Counter] = {}

    def add(self, *labels: str) -> None:
        """Count one."""
        series = self._series.get(labels)
        if series is None:
            if len(self._series) >= MAX_SERIES:
                labels = ("other",) * len(labels)
            series = self._series[labels] = self._counter.labels(self._process, *labels)
        series.inc()


class Metrics:
    """All metrics of one process, in a separate registry.

    >>> metrics = Metrics("a1")
    >>> metrics.sockets.inc()
    >>> b'heckmeck_sockets{process="a1"} 1.0' in metrics.page()
    True
    """

    def __init__(self, process: str) -> None:
        self._registry = CollectorRegistry()
        self._process = process
        self.tables = self._gauge("tables", "Tables that this process has in its memory")
        self.sockets = self._gauge("sockets", "WebSockets and event streams that are open")
        self.commands = self._labelled("commands", "Commands, by type and how they went", "type", "result")
        self.refusals = self._labelled("refusals", "Requests, sockets and commands refused, by the code", "code")
        self.command_seconds = self._histogram(
            "command_seconds",
            "From a command until its answer, with its entry stored and sent to all followers",
            SECONDS,
        )
        self.archived = self._counter("archived_games", "Games moved to the archive")
        self.dropped = self._counter("readers_dropped", "Sockets closed because they read too slowly")
        self.bot_decisions = self._labelled(
            "bot_decisions", "Decisions of bots, by bot and how they went", "bot", "result"
        )
        self.bot_seconds = self._histogram(
            "bot_decision_seconds",
            "From the question until a bot's answer, waiting for a free process included",
            SECONDS,
        )
        self.bot_core_seconds = self._counter("bot_core_seconds", "Seconds of a processor that bots thought")

    def page(self) -> bytes:
        """Return the page that `/metrics` shows."""
        return generate_latest(self._registry)

    def _gauge(self, name: str, meaning: str) -> Gauge:
        return Gauge(f"heckmeck_{name}", meaning, ["process"], registry=self._registry).labels(self._process)

    def _counter(self, name: str, meaning: str) -> Counter:
        return Counter(f"heckmeck_{name}", meaning, ["process"], registry=self._registry).labels(self._process)

    def _histogram(self, name: str, meaning: str, buckets: tuple[float, ...]) -> Histogram:
        found = Histogram(f"heckmeck_{name}", meaning, ["process"], registry=self._registry, buckets=buckets)
        return found.labels(self._process)

    def _labelled(self, name: str, meaning: str, *labels: str) -> LabelledCounter:
        counter = Counter(f"heckmeck_{name}", meaning, ["process", *labels], registry=self._registry)
        return LabelledCounter(counter, self._process)
