"""The numbers of one attack: what each die needs and why, and the exact odds."""

from collections.abc import Mapping
from fractions import Fraction

from sim.report.adjudication import document as doc
from sim.rules import odds as exact
from sim.rules.attack import Attack, Defence
from sim.rules.hits import Condition
from sim.rules.team_save import TeamSave, breakdown
from sim.rules.vehicle_damage import ToWound


def numbers_of(attack: Attack, condition: Condition) -> doc.Numbers:
    """What an attack needs and does to a target in that condition."""
    found = exact.attack_odds(attack, condition)
    return doc.Numbers(
        to_hit=attack.to_hit,
        to_wound=_to_wound(attack.defence),
        save=_save(attack.defence, condition),
        odds=doc.Odds(
            hit=str(found.hit),
            per_hit=as_text(found.per_hit),
            attack=as_text(found.attack),
        ),
    )


def as_text(chances: Mapping[str, Fraction]) -> dict[str, str]:
    """Chances as fractions in lowest terms: `1/6`, `0`, `1`."""
    return {name: str(chance) for name, chance in chances.items()}


def _to_wound(defence: Defence) -> ToWound | None:
    return None if isinstance(defence, TeamSave) else defence.to_wound


def _save(defence: Defence, condition: Condition) -> doc.Save | None:
    if isinstance(defence, TeamSave):
        reasons = breakdown(defence, condition.gun)
        return doc.TeamSave(reasons.modifier, None, reasons.modifiers, reasons.suppressed_modifiers)
    save = defence.save
    if save is None:
        return None
    if save.kind == "melee":
        return doc.MeleeSave(save.base)
    return doc.CoverSave(save.base, save.need, save.modifiers, save.suppressed_modifiers)
