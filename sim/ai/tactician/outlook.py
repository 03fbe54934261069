"""Tables by class that fields are made of: what to fear of an enemy, what to hope of an attack.

A row of classes is translated by a table into a row of a field. Values are percent of the target.
"""

from collections.abc import Callable
from typing import Literal

from sim.ai.tactician.chart import CLASSES, OPEN, UNSEEN, VIEWS
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
_CLOSING = 0.5
_CHARGE, _CHARGE_FAR = 0.5, 0.3
_LURKING = 0.25
_ASSAULT_BAND, _FIREFIGHT_BAND, _RUSH_BAND = 0, 1, 2


def feared(name: Fear, menace: Menace, *, moves: bool) -> Table:
    """What an enemy can be expected to do in its next turn to who stands in a class."""
    aside = name == "feared_aside"
    return _table(lambda band, view: _fear(menace, band, view, moves=moves, aside=aside))


def _fear(menace: Menace, band: int, view: int, *, moves: bool, aside: bool) -> float:
    charge = 0.0
    if band == _ASSAULT_BAND:
        charge = _CHARGE * menace.charge
    elif band <= _RUSH_BAND and moves:
        charge = _CHARGE_FAR * menace.charge
    number = band * VIEWS + view
    if view == UNSEEN:
        if not moves:
            return 0.0
        nearer = max(band - 1, 0) * VIEWS + OPEN
        close = menace.firefight[min(band, _FIREFIGHT_BAND) * VIEWS + OPEN]
        lurking = menace.moved[nearer] + (close if band <= _RUSH_BAND else 0.0)
        return charge + _LURKING * lurking
    fire = menace.moved[number]
    if not aside:
        fire = max(fire, menace.stationary[number])
    if moves and fire == 0.0 and band:
        fire = _CLOSING * menace.moved[number - VIEWS]
    close = CLOSE * menace.firefight[number]
    if band == _RUSH_BAND and moves:
        close = _CLOSING * menace.firefight[_FIREFIGHT_BAND * VIEWS + view]
    return fire + close + charge


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
