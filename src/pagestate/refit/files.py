"""The data files of the decision: the package's own with fitted numbers in them."""

import json
from importlib import resources
from pathlib import Path
from typing import Any

from pagestate.errors import InputError
from pagestate.refit.fitting import Refit

__all__ = ["package_folder", "write_into"]

_WEIGHTS, _CALIBRATION = ("detect", "weights.json"), ("decide", "calibration.json")


def package_folder() -> Path:
    """Return where the package in use lies."""
    return Path(str(resources.files("pagestate")))


def write_into(found: Refit, folder: Path | None, *, fitted_at: str) -> tuple[Path, Path]:
    """Write `weights.json` and `calibration.json` and return where they stand.

    Args:
        found: the numbers.
        folder: where to, made if need be; None overwrites the package in use.
        fitted_at: the date, in words.

    Raises:
        InputError: the files cannot be written, or `folder` is the package, which only None may overwrite.
    """
    package = package_folder()
    if folder is not None and folder.resolve().is_relative_to(package.resolve()):
        raise InputError(f"{folder} belongs to the pagestate in use: to overwrite its numbers, say --in-place.")
    own = package.joinpath(*_WEIGHTS), package.joinpath(*_CALIBRATION)
    weights, calibration = (_read(path) for path in own)
    for name, value in found.fit.weights.items():
        weights["weights"][name]["weight"] = round(value, 3)
    for state, value in found.fit.bias.items():
        if str(state) in calibration["bias"]:
            calibration["bias"][str(state)]["value"] = round(value, 3)
    calibration["temperature"] = round(found.temperature, 3)
    places = own if folder is None else (folder / _WEIGHTS[1], folder / _CALIBRATION[1])
    for path, data in zip(places, (weights, calibration), strict=True):
        data["fitted_on"], data["fitted_at"] = found.fitted_on, fitted_at
        temporary = path.with_name(f".{path.name}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
            temporary.replace(path)
        except OSError as error:
            raise InputError(f"{path} cannot be written: {error.strerror}.") from None
    return places


def _read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data
