"""A PostgreSQL that fails over: a primary, and a standby that has every commit before it is acknowledged."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

from helpers.postgres import SECONDS, USER, Cluster

SYNCHRONOUS = "synchronous_standby_names"


class Pair:
    """Two clusters that change places when the primary is lost."""

    def __init__(self, binaries: Path) -> None:
        self._numbers = itertools.count(1)
        self.primary = Cluster(binaries)
        self._clusters = [self.primary]
        try:
            self.primary.start()
            self.standby = Cluster(binaries, primary=self.primary)
            self._clusters.append(self.standby)
            self._join()
        except BaseException:
            self.remove()
            raise

    def url(self, database: str) -> str:
        """Return the address of a database, with both hosts in the same order, whatever their places are."""
        folders = ",".join(str(cluster.folder) for cluster in self._clusters)
        return f"postgresql://{USER}@/{database}?host={folders}"

    def new_database(self) -> str:
        """Make an empty database and return its address."""
        name = f"test{next(self._numbers)}"
        self.primary.run("createdb", name)
        return self.url(name)

    def swap(self) -> None:
        """Promote the standby, whatever happens to the former primary."""
        self.primary, self.standby = self.standby, self.primary
        self.primary.promote()
        self.primary.set(SYNCHRONOUS, "")  # otherwise commits wait for a missing standby

    def restore(self) -> None:
        """Make the former primary a standby of the new one."""
        self.standby.follow(self.primary)
        self._join()

    def fail_over(self) -> None:
        """Go on with the standby after the primary was killed, and get a new standby."""
        self.swap()
        self.restore()

    def remove(self) -> None:
        """Stop both and leave nothing behind."""
        for cluster in self._clusters:
            cluster.remove()

    def _join(self) -> None:
        """Start the standby, and wait until commits wait for it."""
        self.standby.start()
        self.primary.set(SYNCHRONOUS, "*")
        deadline = time.monotonic() + SECONDS
        while self.primary.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") != "1":
            assert time.monotonic() < deadline, "the standby does not follow"
            time.sleep(0.02)
