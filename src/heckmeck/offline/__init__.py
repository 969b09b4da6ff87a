"""The whole table where there is no server: in the page, over a storage of keys and values, with the server's messages.

It runs under Pyodide in a worker of the page, and in CPython for tests. It needs neither numpy nor threads.
"""

from heckmeck.offline.host import Host
from heckmeck.offline.storage import Storage

__all__ = ["Host", "Storage"]
