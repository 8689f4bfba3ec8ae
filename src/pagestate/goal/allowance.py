"""A bound on how long a pattern may search: the page's text is hostile, and the pattern may be unlucky.

Even a harmless pattern such as `Order.*paid` takes time that grows with the square of what a page repeats.
Python's matcher cannot be given a limit, but it looks for signals while it works, and a handler may raise.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["PATTERN_SECONDS", "TooSlow", "allowance"]

PATTERN_SECONDS = 2.0


class TooSlow(Exception):  # noqa: N818
    """The time is over."""


@contextmanager
def allowance(seconds: float = PATTERN_SECONDS) -> Iterator[None]:
    """Raise TooSlow inside the block once it has taken `seconds`.

    Bounds nothing outside the main thread, on systems without interval timers, and where somebody else's
    timer runs.
    """
    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
        or signal.getitimer(signal.ITIMER_REAL)[0]
    ):
        yield
        return
    open_ = True

    def over(_number: int, _frame: FrameType | None) -> None:
        if open_:
            raise TooSlow

    before = signal.signal(signal.SIGALRM, over)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    finally:
        open_ = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
