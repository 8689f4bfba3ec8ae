"""Our own failures. What a site does is never one of these: that is a state."""

__all__ = ["BackendError", "ConfigurationError", "InputError", "PagestateError"]


class PagestateError(Exception):
    """Something that pagestate, or the one who called it, got wrong.

    The message says what happened, where, and what to do next.
    """


class InputError(PagestateError):
    """An argument or a file that cannot be used (exit code 2)."""


class ConfigurationError(InputError):
    """A mission file or setting that cannot be used; the message starts with `file:line`."""


class BackendError(PagestateError):
    """A way of looking at pages that cannot be used on this machine (exit code 4)."""
