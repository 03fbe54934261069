"""Words for needs, saves and chances."""

from fractions import Fraction

from sim.dice import FACES
from sim.report.adjudication import document as doc
from sim.rules.vehicle_damage import ToWound

_LEAST = Fraction(1, 10000)


def percent(chance: str) -> str:
    """A chance as a percentage with two decimals; what is not certain never looks so."""
    share = Fraction(chance)
    if 0 < share < _LEAST:
        return "<0.01 %"
    if 1 - _LEAST < share < 1:
        return ">99.99 %"
    return f"{float(100 * share):.2f}".rstrip("0").rstrip(".") + " %"


def chance_words(chance: str) -> str:
    """A chance as a fraction and as a percentage: `1/6 (16.67 %)`."""
    return f"{chance} ({percent(chance)})" if "/" in chance else percent(chance)


def need_words(need: int) -> str:
    """A needed number and how its ends are thrown: `8+ by a double six` (BB-2, BB-3)."""
    if need > FACES:
        return f"{need}+ by a double six"
    return f"{need}+" + (" with 1s thrown again" if need <= 1 else "")


def wound_words(to_wound: ToWound) -> str:
    """What a hit on a vehicle needs to wound it (BW-12)."""
    if not to_wound.can_wound:
        return f"{to_wound.need}+, which cannot be rolled (BW-12)"
    return need_words(to_wound.need)


def save_words(save: doc.Save | None) -> str:
    """A save in short."""
    if save is None:
        return "no save"
    if isinstance(save, doc.TeamSave):
        return f"save 2D6{save.modifier:+d}" if save.modifier else "save 2D6"
    if isinstance(save, doc.MeleeSave):
        return f"melee save {need_words(save.need)}"
    return "no Cover Save" if save.need is None else f"Cover Save {need_words(save.need)}"
