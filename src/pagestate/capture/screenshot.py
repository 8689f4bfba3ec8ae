"""The picture of the viewport: the fastest exact way first, never for long."""

import asyncio
import base64
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import CDPSession, Page

__all__ = ["take"]

TIMEOUT_S = 3.0
"""A picture hangs behind a blocking script in the head; the page must not wait for it."""
QUALITY = 80


async def take(page: "Page", cdp: "CDPSession", *, timeout_s: float = TIMEOUT_S) -> tuple[bytes | None, str | None]:
    """Return the viewport as JPEG, or None and a note that says why there is none."""
    try:
        answer = await asyncio.wait_for(
            cdp.send("Page.captureScreenshot", {"format": "jpeg", "quality": QUALITY, "optimizeForSpeed": True}),
            timeout_s,
        )
        return base64.b64decode(answer["data"]), None
    except TimeoutError:
        return None, f"screenshot: no answer within {timeout_s:g} s"
    except Exception as error:
        first = str(error).splitlines()[0][:200]
    try:
        picture = await page.screenshot(
            type="jpeg", quality=QUALITY, timeout=timeout_s * 1000, animations="allow", caret="initial"
        )
    except Exception:
        return None, f"screenshot: {first}"
    return picture, None
