"""Health and metrics of the process, for its operator."""

from __future__ import annotations

from litestar import Response, get

from heckmeck.server.api.requests import AnyRequest, service_of
from heckmeck.server.ops.metrics import CONTENT_TYPE


@get("/healthz", media_type="text/plain", sync_to_thread=False)
def healthz() -> str:
    """Whether the process is alive."""
    return "ok\n"


@get("/readyz", media_type="text/plain")
async def readyz(request: AnyRequest) -> Response[str]:
    """Whether the process can carry out commands: something can be stored. If not, the answer says why."""
    service = service_of(request)
    why_not = await service.readiness.why_not() if service.ready else "the server is starting or stopping"
    if why_not is None:
        return Response("ready\n")
    return Response(f"not ready: {why_not}\n", status_code=503)


@get("/metrics", media_type="text/plain", sync_to_thread=False)
def metrics(request: AnyRequest) -> Response[bytes]:
    """The metrics of the process, for Prometheus."""
    service = service_of(request)
    service.metrics.tables.set(len(service.hub.live))
    return Response(service.metrics.page(), media_type=CONTENT_TYPE.partition("; charset")[0])


ROUTES = (healthz, readyz, metrics)
