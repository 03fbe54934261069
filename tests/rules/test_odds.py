"""Odds: equal to the enumeration of every face, and to the resolution that the battle plays."""

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from sim.dice import FACES, Dice, ScriptedDice, Table, enumerate_outcomes
from sim.errors import UsageError
from sim.rules.attack import Attack, ToHit, fired_event, resolve_attack
from sim.rules.exchange import resolve_exchange
from sim.rules.hits import Condition, condition_of
from sim.rules.odds import attack_odds, exchange_odds, loser_odds, to_hit_chance
from sim.rules.team_save import TeamSave
from sim.rules.vehicle_damage import VehicleDamage, VehicleSave
from sim.state.battle import BattleState
from tests.support.builders import battle, index, unit
from tests.support.shots import after, attack, team_with, weapon


def shot(target: Any, *, dice: int = 1, firer: Any = None, **arms: Any) -> tuple[Attack, Condition]:
    """A shot of so many dice at a target at (30, 20), and the condition of that."""
    catalogue = {"weapons": {"gun": weapon(**arms)}, "profiles": {"gunner": team_with("gun")}}
    state = battle(
        [unit("r", "gunner", 20, 20, **(firer or {}))],
        [{"id": "t", "position": [30, 20], "facing": 270, **target}],
        catalogue=catalogue,
    )
    assessed = replace(attack(state, "r", "t"), dice=dice)
    return assessed, condition_of(state, index(state, "t"))


class CountedFaces:
    """Dice that follow a path of faces and know how many each die could have shown."""

    def __init__(self, faces: tuple[int, ...]):
        self._script = ScriptedDice(faces)
        self.used = 0

    def throw(self, table: Table, count: int, purpose: str, unit: str, *name: Any) -> Any:
        throws = self._script.throw(table, count, purpose, unit, *name)
        self.used += sum(len(throw.faces) for throw in throws)
        return throws

    def at(self, *scene: Any) -> "CountedFaces":
        return self


def by_faces(assessed: Attack, before: Condition) -> dict[Condition, Fraction]:
    """What an attack leaves, with the chance of each, from every row of faces there is."""
    chances: dict[Condition, Fraction] = {}
    rows: list[tuple[int, ...]] = [()]
    while rows:
        row = rows.pop()
        dice = CountedFaces(row)
        try:
            left = resolve_attack(assessed, before, dice).condition
        except UsageError:
            rows.extend((*row, face) for face in range(1, FACES + 1))
            continue
        chances[left] = chances.get(left, Fraction(0)) + Fraction(1, FACES ** len(row))
    return chances


def summed(before: Condition, chances: Mapping[Condition, Fraction]) -> dict[str, Fraction]:
    """The chances of what can be seen afterwards."""
    found: dict[str, Fraction] = {"gun_destroyed": Fraction(0)}
    for left, chance in chances.items():
        if not left.alive:
            name = "destroyed"
        elif left.broken != before.broken:
            name = "broken"
        elif left.stunned != before.stunned:
            name = "stunned"
        else:
            name = "unharmed"
        found[name] = found.get(name, Fraction(0)) + chance
        found["gun_destroyed"] += chance * left.has_lost_gun
    return {name: chance for name, chance in found.items() if chance}


GUN = {"profile": "at-gun-light"}
TANK = {"profile": "medium-tank"}
TRUCK = {"profile": "truck"}
SHOTS = {
    "rifles at infantry": shot({"profile": "rifle-team"}, dice=2),
    "firepower at a gun": shot(GUN, dice=2, firepower=2),
    "a heavy gun at a gun": shot(GUN, dice=2, firepower=3, gun_class="heavy"),
    "a heavy gun at a broken crew": shot(
        {**GUN, "state": {"broken": True}}, dice=2, gun_class="heavy"
    ),
    "one to hit": shot({**GUN, "quality": "conscript"}, firer={"quality": "elite"}, firepower=1),
    "double six to hit": shot(
        {**GUN, "quality": "elite", "state": {"cowering": True}},
        firer={"quality": "conscript"},
        firepower=1,
    ),
    "anti-tank at a tank": shot(TANK, dice=1, anti_tank=7),
    "anti-tank at a stunned tank": shot({**TANK, "state": {"stunned": True}}, anti_tank=7),
    "rifles at a tank": shot(TANK, dice=2),
    "rifles at an unbuttoned tank": shot({**TANK, "state": {"hatch": "unbuttoned"}}),
    "a gun at a truck": shot(TRUCK, dice=1, anti_tank=4, negates_cover=True),
}


@pytest.mark.parametrize("name", SHOTS)
def test_the_odds_equal_the_enumeration_of_every_face(name):
    assessed, before = SHOTS[name]
    odds = {key: chance for key, chance in attack_odds(assessed, before).attack.items() if chance}
    assert odds == summed(before, by_faces(assessed, before))


@pytest.mark.parametrize("name", SHOTS)
def test_the_odds_equal_the_enumeration_of_the_resolution(name):
    assessed, before = SHOTS[name]
    left = enumerate_outcomes(lambda dice: resolve_attack(assessed, before, dice).condition)
    odds = {key: chance for key, chance in attack_odds(assessed, before).attack.items() if chance}
    assert odds == summed(before, left)


@pytest.mark.parametrize("name", SHOTS)
def test_odds_sum_to_one_apart_from_the_gun(name):
    odds = attack_odds(*SHOTS[name])
    for chances in (odds.per_hit, odds.attack):
        assert sum(chance for key, chance in chances.items() if key != "gun_destroyed") == 1


@pytest.mark.clause("FR-8", "FR-13")
def test_the_odds_of_rifles_at_an_elite_crew_in_a_pit_on_a_hill():
    # 2D6 + 5: destroyed never on the first hit, broken on 2 and 3.
    save = TeamSave(quality="elite", higher_ground=True, emplaced=True, cover="soft")
    assessed = replace(shot(GUN, dice=2)[0], to_hit=ToHit(4, 6, ()), defence=save)
    odds = attack_odds(assessed, Condition(gun="intact"))
    assert odds.hit == Fraction(1, 6)
    assert odds.per_hit == {
        "destroyed": 0,
        "broken": Fraction(1, 12),
        "saved": Fraction(11, 12),
        "gun_destroyed": 0,
    }
    assert odds.attack == {
        "destroyed": Fraction(1, 5184),
        "broken": Fraction(71, 2592),
        "unharmed": Fraction(5041, 5184),
        "gun_destroyed": 0,
    }


def test_the_names_of_what_can_happen():
    team = attack_odds(*SHOTS["rifles at infantry"])
    assert list(team.per_hit) == ["destroyed", "broken", "saved", "gun_destroyed"]
    assert list(team.attack) == ["destroyed", "broken", "unharmed", "gun_destroyed"]
    tank = attack_odds(*SHOTS["anti-tank at a tank"])
    assert list(tank.per_hit) == list(tank.attack) == ["stunned", "destroyed", "unharmed"]


@pytest.mark.clause("RU-9")
def test_a_broken_team_is_not_broken_again():
    odds = attack_odds(shot({"profile": "rifle-team"})[0], Condition(broken=True))
    assert odds.per_hit["broken"] == 0
    assert odds.per_hit["destroyed"] == Fraction(26, 36)


@pytest.mark.clause("RU-19")
def test_a_stunned_vehicle_cannot_be_stunned():
    odds = attack_odds(*SHOTS["anti-tank at a stunned tank"])
    assert (odds.per_hit["stunned"], odds.attack["stunned"]) == (0, 0)


def assault(melee_save: int = 0, dice: int = 2) -> Attack:
    """Automatic hits that destroy automatically, but for a melee save."""
    save = VehicleSave(kind="melee", base=melee_save, need=melee_save) if melee_save else None
    damage = VehicleDamage(to_wound=None, save=save, in_melee=True, automatic="BW-36")
    return replace(shot(TRUCK, dice=dice)[0], to_hit=None, defence=damage)


@pytest.mark.clause("BW-26", "BW-36")
def test_automatic_hits_that_destroy_are_certain():
    odds = attack_odds(assault(), Condition())
    assert odds.hit == 1
    assert odds.per_hit == odds.attack == {"destroyed": 1, "unharmed": 0}


@pytest.mark.clause("BW-40")
def test_a_melee_save_is_in_the_odds():
    odds = attack_odds(assault(4), Condition())
    assert odds.per_hit["destroyed"] == Fraction(1, 2)
    assert odds.attack["destroyed"] == Fraction(3, 4)


def exchange() -> tuple[BattleState, tuple[Attack, ...]]:
    """Two teams and an emplaced gun; both teams fire at its crew, which fires back."""
    catalogue = {
        "weapons": {"big": weapon(gun_class="heavy"), "small": weapon(firepower=1)},
        "profiles": {"a-team": team_with("big"), "b-team": team_with("small")},
    }
    state = battle(
        [unit("a", "a-team", 20, 20), unit("b", "b-team", 20, 23)],
        [{"id": "t", "profile": "at-gun-light", "emplacement": "pit"}],
        phase="firefight",
        emplacements=[{"id": "pit", "position": [30, 20], "facing": 270}],
        catalogue=catalogue,
    )
    pairs = [("a", "t"), ("b", "t"), ("t", "b")]
    return state, tuple(attack(state, *pair, phase="firefight") for pair in pairs)


def left_by(state: BattleState, attacks: tuple[Attack, ...], unit_id: str) -> Any:
    """Resolves an exchange and tells what it leaves of one unit."""

    def left(dice: Dice) -> Condition:
        events = resolve_exchange(state, attacks, dice, partial(fired_event, state))
        after_all = after(state, events)
        gun = "lost" if after_all.guns[0].fate == "destroyed" else "intact"
        row = after_all.units[index(state, unit_id)]
        return Condition(alive=row.alive, broken=row.broken, gun=gun if unit_id == "t" else "none")

    return left


@pytest.mark.clause("HR-37", "RU-13")
@pytest.mark.parametrize("unit_id", ["b", "t"])
def test_the_odds_of_an_exchange_equal_the_enumeration_of_its_resolution(unit_id):
    state, attacks = exchange()
    odds = exchange_odds(state, attacks)
    left = enumerate_outcomes(left_by(state, attacks, unit_id))
    found = {name: chance for name, chance in odds[unit_id].items() if chance}
    assert list(odds) == ["b", "t"]
    assert found == summed(condition_of(state, index(state, unit_id)), left)


@pytest.mark.clause("BW-26", "HR-37")
def test_automatic_hits_are_in_the_odds_of_an_exchange():
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("t", "truck", 30, 20)])
    assert exchange_odds(state, [assault()])["t"]["destroyed"] == 1


def even(destroyed: int, broken: int | None = None) -> dict[str, Fraction]:
    """The chances of a unit, in sixths; no broken for a vehicle."""
    chances = {"destroyed": Fraction(destroyed, 6)}
    return chances if broken is None else {**chances, "broken": Fraction(broken, 6)}


@pytest.mark.clause("HR-25")
def test_the_side_that_loses_more_units_loses_the_melee():
    state = battle(
        [unit("a", "rifle-team", 20, 20), unit("b", "rifle-team", 20, 23)],
        [unit("t", "truck", 30, 20)],
    )
    odds = {"a": even(1, 2), "b": even(0, 3), "t": even(2)}
    # Red loses none, one, two units at 1/4, 1/2, 1/4; blue one at 1/3.
    red = Fraction(1, 2) * Fraction(2, 3) + Fraction(1, 4)
    blue = Fraction(1, 3) * Fraction(1, 4)
    assert loser_odds(state, odds) == (red, blue)


@pytest.mark.parametrize(("need", "chance"), [(1, (35, 36)), (4, (1, 2)), (9, (1, 36))])
def test_the_chance_of_one_die_to_hit(need, chance):
    assert to_hit_chance(need) == Fraction(*chance)
    assert to_hit_chance(None) == 1


def test_without_dice_nothing_happens():
    odds = attack_odds(shot(GUN, dice=0)[0], Condition(gun="intact"))
    assert odds.attack["unharmed"] == 1


def test_the_odds_of_many_dice_are_exact():
    assessed, before = shot({"profile": "rifle-team"}, dice=10)
    odds = attack_odds(assessed, before)
    saved = Fraction(1, 2) + Fraction(1, 2) * odds.per_hit["saved"]
    assert odds.attack["unharmed"] == saved**10
