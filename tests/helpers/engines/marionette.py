"""A client for Marionette, Firefox's built-in remote protocol: JSON over a socket, with WebDriver's commands.

Mozilla's own client, `marionette_driver`, is for its build machines: it needs fourteen packages, with warnings.
"""

from __future__ import annotations

import json
import socket
from typing import Any

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""WebDriver's name for the reference to an element."""


class Refused(Exception):
    """Firefox did not do something; `code` is WebDriver's name of the error."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code


class Marionette:
    """A session with a Firefox that was started with `--marionette`."""

    def __init__(self, port: int, timeout: float) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout)
        self._file = self._socket.makefile("rb")
        self._number = 0
        self._read()  # the greeting
        self.ask("WebDriver:NewSession", capabilities={"alwaysMatch": {}})

    def ask(self, command: str, /, **parameters: Any) -> Any:
        """Execute a command, and return its value."""
        self._number += 1
        text = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(text), text))
        _, number, error, result = self._read()
        assert number == self._number
        if error:
            raise Refused(error["error"], error["message"])
        return result["value"] if result and "value" in result else result

    def run(self, script: str, *arguments: Any, chrome: bool = False) -> Any:
        """Run the body of a function in the page, or in the browser's own window."""
        if not chrome:
            return self.ask("WebDriver:ExecuteScript", script=script, args=arguments, sandbox=None)
        self.ask("Marionette:SetContext", value="chrome")
        try:
            return self.ask("WebDriver:ExecuteScript", script=script, args=arguments, sandbox="default")
        finally:
            self.ask("Marionette:SetContext", value="content")

    def close(self) -> None:
        self._file.close()
        self._socket.close()

    def _read(self) -> Any:
        length = b""
        while (byte := self._file.read(1)) != b":":
            assert byte, "Firefox has hung up"
            length += byte
        return json.loads(self._file.read(int(length)))
