"""Values that are computed when first asked for and kept."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["lazy"]

Owner = TypeVar("Owner")
Value = TypeVar("Value")


class lazy(Generic[Owner, Value]):  # noqa: N801
    """A method that is asked once an instance, whose answer then stands in its place.

    What `functools.cached_property` is, without the lock that it takes in Python 3.11; two threads
    may both compute the same value.
    """

    def __init__(self, method: Callable[[Owner], Value]) -> None:
        self._method = method
        self._name = method.__name__
        self.__doc__ = method.__doc__

    @overload
    def __get__(self, instance: None, owner: type[Any]) -> "lazy[Owner, Value]": ...
    @overload
    def __get__(self, instance: Owner, owner: type[Any]) -> Value: ...
    def __get__(self, instance: Owner | None, owner: type[Any]) -> "Value | lazy[Owner, Value]":
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._method(instance)
        return value
