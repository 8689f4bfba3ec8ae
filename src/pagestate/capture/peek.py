"""A second, quick look at the wire where the browser's own words do not tell enough."""

import asyncio
import contextlib
import ssl

from pagestate.capture.hosts import Resolver

__all__ = ["listens", "wants_certificate"]

_TIMEOUT_S = 2.0


async def listens(resolver: Resolver, host: str, port: int) -> bool:
    """Tell whether something takes connections at `host`:`port`."""
    place = resolver.lookup(host, port)
    if place is None:
        return False
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            _, writer = await asyncio.open_connection(*place)
    except (OSError, TimeoutError):
        return False
    writer.close()
    return True


async def wants_certificate(resolver: Resolver, host: str, port: int) -> bool:
    """Tell whether `host`:`port` ends the connection because no client certificate was shown.

    In TLS 1.3 the server says so only after the handshake (RFC 8446, 6.2: certificate_required),
    which Chromium may report as an empty response.
    """
    place = resolver.lookup(host, port)
    if place is None:
        return False
    context = ssl.create_default_context()
    context.check_hostname = False
    # Whether the server can be trusted is not the question, and nothing is sent to it.
    context.verify_mode = ssl.CERT_NONE
    try:
        async with asyncio.timeout(_TIMEOUT_S):
            reader, writer = await asyncio.open_connection(*place, ssl=context, server_hostname=host)
            try:
                await reader.read(1)
            finally:
                writer.close()
                with contextlib.suppress(OSError, ssl.SSLError):
                    await writer.wait_closed()
    except ssl.SSLError as error:
        words = str(error).upper().replace(" ", "_")
        return "CERTIFICATE_REQUIRED" in words or "HANDSHAKE_FAILURE" in words or "BAD_CERTIFICATE" in words
    except (OSError, TimeoutError):
        return False
    return False
