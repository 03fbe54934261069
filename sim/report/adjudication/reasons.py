"""Why each modifier is there: the measures and states that cause it, in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from sim.battlefield.terrain import Cause
from sim.report.adjudication import document as doc
from sim.report.adjudication.geometry import rays_words
from sim.report.adjudication.questions import Question
from sim.report.words import inches, number
from sim.rules.attack import Attack
from sim.rules.sight import Exposure, angle_off_facing
from sim.rules.vehicle_damage import vehicle_of
from sim.state.battle import BattleState, Unit
from sim.state.profiles import Mount
from sim.state.rolls import Modifier, SuppressedModifier
from sim.state.roster import GunSpec

_HARD: Cause = "hard"
_SOFT: Cause = "soft"
_BARE: Cause = "bare"


class Case(msgspec.Struct, frozen=True):
    """An assessed attack with everything that its reasons are read from."""

    question: Question
    attack: Attack
    numbers: doc.Numbers
    geometry: doc.Geometry

    @property
    def state(self) -> BattleState:
        """The state on which it is assessed."""
        return self.question.state

    @property
    def exposure(self) -> Exposure:
        """What the attacker has of the target."""
        return self.attack.exposure

    @property
    def attacker(self) -> Unit:
        """The attacker now."""
        return self.state.units[self.question.attacker]

    @property
    def target(self) -> Unit:
        """The target now."""
        return self.state.units[self.question.target]


def reasons_of(case: Case) -> tuple[doc.Because, ...]:
    """The reason of every modifier, those that do not count behind those that do."""
    return tuple(
        doc.Because(roll, modifier.name, modifier.clause, WORDS[roll, modifier.name](case))
        for roll, modifiers in _modifiers(case.numbers)
        for modifier in modifiers
    )


def _modifiers(
    numbers: doc.Numbers,
) -> Iterator[tuple[doc.RollName, Sequence[Modifier | SuppressedModifier]]]:
    if numbers.to_hit is not None:
        yield "to_hit", numbers.to_hit.modifiers
    if numbers.to_wound is not None:
        yield "to_wound", numbers.to_wound.modifiers
    if isinstance(numbers.save, doc.TeamSave | doc.CoverSave):
        yield "save", numbers.save.modifiers
        yield "save", numbers.save.suppressed_modifiers


def _skill(case: Case) -> str:
    specs = case.state.roster.units
    attacker, target = specs[case.question.attacker], specs[case.question.target]
    if case.question.phase == "melee":
        own, other = attacker.melee_skill, target.melee_skill
    else:
        own, other = attacker.ranged_skill, target.ranged_skill
    return f"skill {other} of {target.id} against {own} of {attacker.id}"


def _cowering(case: Case) -> str:
    return f"{case.attack.target} cowers"


def _moved(case: Case) -> str:
    return f"{case.attack.attacker} has moved"


def _heavy_moved(case: Case) -> str:
    return f"{case.attack.attacker} has moved, and {case.attack.weapon} is heavy"


def _concealed(case: Case) -> str:
    return _shelter(case, case.exposure.rays.any, (_HARD, _SOFT, _BARE), ("hard", "soft", "none"))


def _suppressed(case: Case) -> str:
    row = case.attacker
    what = "is suppressed" if row.suppressed else "cowers" if row.cowering else "has sprinted"
    return f"{case.attack.attacker} {what}"


def _buttoned(case: Case) -> str:
    return f"{case.attack.attacker} is buttoned"


def _foreign_crew(case: Case) -> str:
    return f"{_gun(case, case.question.attacker).id} is not the own gun of {case.attack.attacker}"


def _armour(case: Case) -> str:
    to_wound = case.numbers.to_wound
    assert to_wound is not None
    return f"armour {to_wound.armour} on {to_wound.facing.title()}: {_facing_words(case)}"


def _facing_words(case: Case) -> str:
    """Why a vehicle is hit on that facing (BW-6 to BW-8, BW-30, HR-19)."""
    if case.question.phase == "melee":
        return "in Melee always (BW-30)"
    if case.question.phase == "firefight":
        return "in Firefight always (BW-8)"
    arm = case.question.arm
    if isinstance(arm, Mount) and arm.weapon.indirect:
        return "indirect fire always (HR-19)"
    place = (
        "within the front quarter" if case.exposure.front_quarter else "beyond the front quarter"
    )
    return f"{_off_facing(case)}, {place} of 45"


def _anti_tank(case: Case) -> str:
    to_wound = case.numbers.to_wound
    assert to_wound is not None
    counting = min(to_wound.anti_tank, to_wound.armour)
    surplus = f", of which {counting} count" if counting < to_wound.anti_tank else ""
    return f"{case.attack.weapon} has Anti-Tank {to_wound.anti_tank}{surplus}"


def _quality(case: Case) -> str:
    return f"{case.attack.target} is {case.state.spec(case.question.target).quality}"


def _soft_cover(case: Case) -> str:
    rays, clause = case.exposure.rays, case.exposure.cover_clause
    if clause == "BW-23":
        return _shelter(case, rays.hard, (_HARD,), ())
    if clause == "RU-2":
        return _shelter(case, rays.hard, (_HARD,), ("hard",))
    if case.exposure.cover == "hard":
        return _shelter(case, rays.soft, (_SOFT,), ("soft",))
    return _shelter(case, rays.together, (_HARD, _SOFT), ("soft",))


def _hard_cover(case: Case) -> str:
    if case.exposure.cover_clause == "RU-13":
        return f"{case.attack.target} stays in the emplacement of its lost gun"
    area = () if case.state.spec(case.question.target).is_vehicle else ("hard",)
    return _shelter(case, case.exposure.rays.hard, (_HARD,), area)


def _shelter(case: Case, rays: int, causes: Sequence[Cause], covers: Sequence[str]) -> str:
    """The rays hidden for those causes, and the area terrain of those sorts around the target."""
    place = case.target.footprint
    world = case.state.roster.world
    pieces = (world.pieces[number] for number in world.area_pieces_at(place.x, place.y))
    inside = [piece.id for piece in pieces if piece.kind.cover in covers]
    words = [f"in {piece}" for piece in inside]
    if rays or not inside:
        words.append(rays_words(rays, causes, case.geometry.hidden_by))
    return ", ".join(words)


def _higher_ground(case: Case) -> str:
    own, other = case.geometry.attacker.ground, case.geometry.target.ground
    return (
        f"ground level {inches(other)} under {case.attack.target}, "
        f"{inches(own)} under {case.attack.attacker}"
    )


def _sprinted(case: Case) -> str:
    return f"{case.attack.target} has sprinted"


def _firepower(case: Case) -> str:
    if case.question.arm is None:
        return "a vehicle in Melee (HR-24)"
    return f"{case.attack.weapon} has Firepower {-_value(case, 'firepower')}"


def _gunshield(case: Case) -> str:
    return f"the shield of {_gun(case, case.question.target).id}: {_off_facing(case)}, within 90"


def _emplaced(case: Case) -> str:
    gun = _gun(case, case.question.target)
    return f"{gun.id} is dug in at {case.state.roster.emplacements[gun.emplacement].id}"


def _awkward(case: Case) -> str:
    awkward = vehicle_of(case.state, case.question.target).awkward
    stacked = ", counted twice" if case.state.rules.awkward == "stacked" else ""
    return f"{case.attack.target} is Awkward {awkward}{stacked}"


def _high_explosive(case: Case) -> str:
    return f"{case.attack.weapon} has High Explosive {_value(case, 'high_explosive')}"


def _value(case: Case, name: str) -> int:
    """The value of a modifier of the save."""
    save = case.numbers.save
    assert isinstance(save, doc.TeamSave | doc.CoverSave)
    return sum(modifier.value for modifier in save.modifiers if modifier.name == name)


def _off_facing(case: Case) -> str:
    angle = angle_off_facing(case.state, case.question.attacker, case.question.target)
    return f"{case.attack.attacker} is {number(angle)}° off the facing of {case.attack.target}"


def _gun(case: Case, unit: int) -> GunSpec:
    gun = case.state.gun_of(unit)
    assert gun is not None
    return gun


WORDS: Mapping[tuple[doc.RollName, str], Callable[[Case], str]] = {
    ("to_hit", "skill"): _skill,
    ("to_hit", "cowering"): _cowering,
    ("to_hit", "moved"): _moved,
    ("to_hit", "heavy_moved"): _heavy_moved,
    ("to_hit", "concealed"): _concealed,
    ("to_hit", "suppressed"): _suppressed,
    ("to_hit", "buttoned"): _buttoned,
    ("to_hit", "foreign_crew"): _foreign_crew,
    ("to_wound", "armour"): _armour,
    ("to_wound", "anti_tank"): _anti_tank,
    ("save", "elite"): _quality,
    ("save", "conscript"): _quality,
    ("save", "soft_cover"): _soft_cover,
    ("save", "hard_cover"): _hard_cover,
    ("save", "higher_ground"): _higher_ground,
    ("save", "sprinted"): _sprinted,
    ("save", "firepower"): _firepower,
    ("save", "gunshield"): _gunshield,
    ("save", "emplaced"): _emplaced,
    ("save", "awkward"): _awkward,
    ("save", "high_explosive"): _high_explosive,
}
