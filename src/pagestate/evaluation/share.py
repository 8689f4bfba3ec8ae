"""A share of pages, with how far it is to be trusted."""

from dataclasses import dataclass
from math import sqrt

__all__ = ["Share"]

_Z = 1.959963984540054
"""Two-sided 95 % of the normal distribution."""


@dataclass(frozen=True, slots=True)
class Share:
    """`number` of `of`."""

    number: int
    of: int

    @property
    def value(self) -> float:
        """0 to 1; 0 of none is 0."""
        return self.number / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the true share by Wilson's score (1927); 0 to 1 where nothing was counted."""
        if not self.of:
            return 0.0, 1.0
        share, z = self.value, _Z * _Z / self.of
        middle = (share + z / 2) / (1 + z)
        reach = _Z * sqrt(share * (1 - share) / self.of + z / (4 * self.of)) / (1 + z)
        # The ends are exact where the share is: rounding must not put it outside.
        return min(share, max(0.0, middle - reach)), max(share, min(1.0, middle + reach))
