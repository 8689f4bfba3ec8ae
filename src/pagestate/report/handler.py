"""What every report is: something that hears the events of a run."""

from collections.abc import Iterable
from typing import Protocol

from pagestate.mission.events import Event

__all__ = ["Handler", "Handlers"]


class Handler(Protocol):
    """Hears the events of one run, in order."""

    def start(self) -> None:
        """Get ready; called once, before the first event."""
        ...

    def handle(self, event: Event) -> None:
        """Take note of one event."""
        ...

    def finish(self) -> None:
        """Write what is left to write; called once, also after an interruption."""
        ...


class Handlers:
    """Several handlers as one: the failure of one takes nothing away from the others."""

    def __init__(self, handlers: Iterable[Handler]) -> None:
        self._active = list(handlers)
        self.problems: list[str] = []
        """What went wrong with a report, one sentence each (a full disk, a folder without write access …)."""

    def start(self) -> None:
        """Start all."""
        for handler in tuple(self._active):
            try:
                handler.start()
            except OSError as error:
                self._drop(handler, error)

    def handle(self, event: Event) -> None:
        """Pass an event to all."""
        for handler in tuple(self._active):
            try:
                handler.handle(event)
            except OSError as error:
                self._drop(handler, error)

    def finish(self) -> None:
        """Finish all, in their order."""
        for handler in tuple(self._active):
            try:
                handler.finish()
            except OSError as error:
                self._drop(handler, error)

    def _drop(self, handler: Handler, error: OSError) -> None:
        self._active.remove(handler)
        if isinstance(error, BrokenPipeError):
            # The reader (head, less) has seen enough.
            return
        where = error.filename or "the output"
        self.problems.append(f"{where}: {error.strerror or error}; this report was not written.")
