"""The weight files: their form, and that every entry stands for a detector's state."""

from pagestate.decide.scoring import CANDIDATES, calibration
from pagestate.detect.page import weights
from pagestate.states import PageState


def test_every_detector_has_a_weight_and_every_weight_a_state() -> None:
    for name, weight in weights().items():
        assert PageState(name.split(".")[0]) in CANDIDATES, name
        assert weight != 0, name
    assert set(calibration().bias) == set(CANDIDATES)
    assert calibration().temperature > 0
