"""Facings, their vectors and the arcs about them: compass degrees, 0 = +y, 90 = +x, clockwise.

Everything here is + - * / and square roots, so that the last bit is the same on every machine.
"""

from functools import lru_cache
from math import sqrt

EPSILON = 1e-6
"""The project-wide tolerance of distances and heights, in inches."""

_ARC_TOLERANCE = 1e-9
_STEPS_PER_DEGREE = 100
_FULL_TURN = 360 * _STEPS_PER_DEGREE
_OCTANT = 45 * _STEPS_PER_DEGREE
_RADIANS_PER_STEP = 3.141592653589793 / (180 * _STEPS_PER_DEGREE)
_DEGREES_PER_RADIAN = 180 / 3.141592653589793


def quantise_facing(degrees: float) -> float:
    """The facing on the grid of 0.01 degree in [0, 360).

    Raises ValueError for a number that is not finite.
    """
    return round(degrees % 360.0 * _STEPS_PER_DEGREE) % _FULL_TURN / _STEPS_PER_DEGREE


@lru_cache(maxsize=_FULL_TURN)
def facing_vector(facing: float) -> tuple[float, float]:
    """The unit vector (sine, cosine) of a facing in compass degrees, taken on the 0.01 grid."""
    quadrant, step = divmod(round(facing % 360.0 * _STEPS_PER_DEGREE) % _FULL_TURN, 2 * _OCTANT)
    if step <= _OCTANT:
        x, y = _first_octant(step)
    else:
        y, x = _first_octant(2 * _OCTANT - step)
    for _ in range(quadrant):
        x, y = y, -x
    return x + 0.0, y + 0.0


def _first_octant(step: int) -> tuple[float, float]:
    """Sine and cosine of 0 to 45 degrees by their power series."""
    if step == _OCTANT:
        return sqrt(0.5), sqrt(0.5)
    angle = step * _RADIANS_PER_STEP
    square = angle * angle
    sine = cosine = 1.0
    for n in range(18, 0, -2):
        sine = 1.0 - sine * square / (n * (n + 1))
        cosine = 1.0 - cosine * square / (n * (n - 1))
    return angle * sine, cosine


def angle_off(fx: float, fy: float, vx: float, vy: float) -> float:
    """The unsigned angle between two vectors, 0 to 180 degrees; 0 if one of them is null."""
    return _polar_angle(abs(fx * vy - fy * vx), fx * vx + fy * vy)


def bearing(dx: float, dy: float) -> float:
    """The compass direction of a vector, on the 0.01 grid; 0 for the null vector."""
    angle = _polar_angle(abs(dx), dy)
    return quantise_facing(angle if dx >= 0.0 else 360.0 - angle)


def _polar_angle(across: float, along: float) -> float:
    """The angle in degrees of the point (along, across), where across >= 0."""
    if across == along:
        return 45.0 if across else 0.0
    if across == -along:
        return 135.0
    if across < abs(along):
        angle = _arctangent(across / abs(along))
        return angle if along > 0.0 else 180.0 - angle
    return 90.0 - _arctangent(along / across)


def _arctangent(ratio: float) -> float:
    """The arctangent in degrees of a ratio in [-1, 1]: two half angles, then the power series."""
    for _ in range(2):
        ratio = ratio / (1.0 + sqrt(1.0 + ratio * ratio))
    square = ratio * ratio
    series = 0.0
    for n in range(23, 0, -2):
        series = 1.0 / n - series * square
    return 4.0 * ratio * series * _DEGREES_PER_RADIAN


def in_front_arc(fx: float, fy: float, vx: float, vy: float) -> bool:
    """Whether v lies within 90 degrees of the unit vector f, the edge included (GE-1)."""
    return fx * vx + fy * vy >= -_ARC_TOLERANCE * sqrt(vx * vx + vy * vy)


def in_front_quarter(fx: float, fy: float, vx: float, vy: float) -> bool:
    """Whether v lies within 45 degrees of the unit vector f, the edge included (GE-1)."""
    ahead = fx * vx + fy * vy
    across = abs(fx * vy - fy * vx)
    return ahead - across >= -_ARC_TOLERANCE * sqrt(vx * vx + vy * vy)


def in_field(fx: float, fy: float, half_width: float, vx: float, vy: float) -> bool:
    """Whether v lies within half_width degrees (0 to 180) of the unit vector f (HR-18)."""
    ahead = fx * vx + fy * vy
    across = abs(fx * vy - fy * vx)
    tolerance = _ARC_TOLERANCE * sqrt(vx * vx + vy * vy)
    if ahead < -tolerance and half_width < 90.0:
        return False
    sine, cosine = facing_vector(half_width)
    return sine * ahead - cosine * across >= -tolerance
