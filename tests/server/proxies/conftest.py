"""One server, and the proxies of `deploy/` before it."""

from collections.abc import Iterator

import pytest

from helpers.proxies import ENVIRONMENT, SETUPS, Certificate, Proxy, free_ports
from helpers.wire import Server


@pytest.fixture(scope="package")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return Certificate.new(tmp_path_factory.mktemp("certificate"))


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that trusts proxies on this machine. Its clients through them have the limits of strangers."""
    with Server(tmp_path_factory.mktemp("server") / "data", port=free_ports().http, environment=ENVIRONMENT) as running:
        yield running


@pytest.fixture(scope="package", params=SETUPS)
def proxy(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, certificate: Certificate, server: Server
) -> Iterator[Proxy]:
    running = Proxy(request.param, tmp_path_factory.mktemp(request.param), certificate, server.port)
    try:
        running.start()
        yield running
    finally:
        running.kill()
