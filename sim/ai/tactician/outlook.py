"""Tables by class that fields are made of: what to fear of an enemy, what to hope of an attack.

A row of classes is translated by a table into a row of a field. Values are percent of the target.
"""

from bisect import bisect_left
from collections.abc import Callable
from typing import Literal

from sim.ai.tactician.chart import CLASSES, OPEN, UNSEEN, VIEWS
from sim.ai.tactician.grid import BANDS
from sim.ai.tactician.menace import Menace

Table = bytes
Fear = Literal["feared", "feared_aside"]
"""What to fear of an enemy, and out of the field of fire that it has now."""

Hope = Literal["hoped_moving", "hoped_staying", "hoped_later", "fired"]
"""What to hope of a place that is moved to, stayed at, or sprinted to; of fire in this turn."""

PERCENT = 100.0
_MOST = 250

FRONT_FEARED, FRONT_HOPED = 0.75, 0.6
"""How much of the fire at a vehicle is taken to meet its Front."""

LATER = 0.6
CLOSE = 1.3
_NOW = 1.0
_ADVANCE, _LURKING = 0.7, 0.3
_CHARGE, _CHARGE_FAR = 0.5, 0.3
_ASSAULT_BAND, _FIREFIGHT_BAND = 0, 1
_CHARGE_INCHES = 8.0


def feared(name: Fear, menace: Menace, pace: float) -> Table:
    """What an enemy of that pace can be expected to do in its next turn to who stands in a class.

    `feared_aside` is for those out of the field of fire that it has now.
    """
    aside = name == "feared_aside"
    return _table(lambda band, view: _fear(menace, band, view, pace, aside=aside))


def _fear(menace: Menace, band: int, view: int, pace: float, *, aside: bool) -> float:
    number = band * VIEWS + view
    nearer = _band_after(band, pace)
    charge = 0.0
    if _band_after(band, pace + _CHARGE_INCHES) == _ASSAULT_BAND:
        charge = (_CHARGE if band == _ASSAULT_BAND else _CHARGE_FAR) * menace.charge
    if view == UNSEEN:
        place = nearer * VIEWS + OPEN
        return charge + _LURKING * (menace.moved[place] + menace.firefight[place])
    place = nearer * VIEWS + view
    staying = menace.moved[number] if aside else menace.stationary[number]
    staying = max(staying, menace.moved[number]) + menace.firefight[number]
    advancing = _ADVANCE * (menace.moved[place] + menace.firefight[place])
    return max(staying, advancing) + _NOW * menace.firefight[number] + charge


def _band_after(band: int, inches: float) -> int:
    """The band in which somebody is after coming so much nearer from the middle of one."""
    if inches <= 0.0:
        return band
    least = BANDS[band - 1] if band else 0.0
    most = BANDS[band] if band < len(BANDS) else least + 12.0
    return bisect_left(BANDS, (least + most) / 2 - inches)


def hoped(name: Hope, menace: Menace) -> Table:
    """What an attack promises, in this turn and in the next, from who stands in a class."""
    match name:
        case "hoped_moving":
            return _table(lambda band, view: _promise(menace, menace.moved, band, view))
        case "hoped_staying":
            return _table(lambda band, view: _promise(menace, menace.stationary, band, view))
        case "fired":
            return _table(
                lambda band, view: menace.stationary[band * VIEWS + view]
                + menace.firefight[band * VIEWS + view]
            )
        case _:
            return _table(lambda band, view: LATER * menace.stationary[band * VIEWS + view])


def _promise(menace: Menace, now: tuple[float, ...], band: int, view: int) -> float:
    number = band * VIEWS + view
    promise = now[number] + LATER * menace.stationary[number] + CLOSE * menace.firefight[number]
    if band == _ASSAULT_BAND:
        promise += _CHARGE * menace.charge
    return promise


def _table(value: Callable[[int, int], float]) -> Table:
    """A table of 256 bytes: a percentage for each class, 0 for the filler."""
    shares = [value(*divmod(number, VIEWS)) for number in range(CLASSES)]
    percents = bytes(min(int(PERCENT * share + 0.5), _MOST) for share in shares)
    return percents + bytes(256 - CLASSES)
