"""All timed pages."""

from pagestate.faults import timed_network, timed_picture, timed_script
from pagestate.faults.model import FaultPage
from pagestate.faults.timed import Timed

__all__ = ["PAGES", "TIMED"]

TIMED: tuple[Timed, ...] = (*timed_network.TIMED, *timed_script.TIMED, *timed_picture.TIMED)
PAGES: tuple[FaultPage, ...] = tuple(one.page for one in TIMED)
