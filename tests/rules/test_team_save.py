"""The team save: every line of its table, what takes precedence, and the fate of the gun."""

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from sim.dice import ScriptedDice, enumerate_outcomes
from sim.rules.hits import Condition, Hit, HitEffect
from sim.rules.team_save import TeamSave, breakdown, resolve_save, save_table
from tests.support.builders import battle, rules, unit
from tests.support.shots import attack, clauses, values

CREW = Condition(gun="intact")
BROKEN_CREW = Condition(gun="intact", broken=True)


def modifiers(gun: Any = "intact", **save: Any) -> dict[str, int]:
    return values(breakdown(TeamSave(**save), gun).modifiers)


def silent(gun: Any = "intact", **save: Any) -> dict[str, str]:
    return clauses(breakdown(TeamSave(**save), gun).suppressed_modifiers)


def saved_by(total: int, condition: Condition = CREW, **save: Any) -> tuple[Condition, HitEffect]:
    """What a save comes to whose 2D6 and modifiers sum to a total."""
    team = TeamSave(**save)
    score = total - breakdown(team, condition.gun).modifier
    first = min(6, max(1, score - 1))
    return resolve_save(team, condition, Hit("r", "w", "t"), ScriptedDice([first, score - first]))


@pytest.mark.clause("FR-8", "RU-8")
@pytest.mark.parametrize("modifier", range(-5, 6))
def test_two_dice_and_the_modifier_decide(modifier):
    sums = [a + b + modifier for a, b in product(range(1, 7), repeat=2)]
    results = Counter(
        "destroyed" if score <= 5 else "broken" if score <= 8 else "saved" for score in sums
    )
    assert dict(save_table(modifier).weights) == {
        result: Fraction(count, 36) for result, count in results.items()
    }


@pytest.mark.clause("RU-8")
def test_the_total_is_open_at_both_ends():
    assert dict(save_table(7).weights) == {"saved": Fraction(1)}
    assert dict(save_table(-7).weights) == {"destroyed": Fraction(1)}


@pytest.mark.clause("FR-9", "FR-10", "FR-11")
@pytest.mark.parametrize(
    ("total", "result", "clause"),
    [
        (2, "destroyed", "FR-9"),
        (5, "destroyed", "FR-9"),
        (6, "broken", "FR-10"),
        (8, "broken", "FR-10"),
        (9, "saved", "FR-11"),
        (12, "saved", "FR-11"),
    ],
)
def test_the_rows_of_the_table(total, result, clause):
    condition, effect = saved_by(total)
    assert (effect.result, effect.clause, effect.wound) == (result, clause, True)
    assert condition.alive == (result != "destroyed")
    assert condition.broken == (result == "broken")


@pytest.mark.parametrize(
    ("name", "value", "clause", "save"),
    [
        pytest.param(name, value, clause, save, marks=pytest.mark.clause(clause), id=name)
        for name, value, clause, save in [
            ("elite", 1, "FR-12", {"quality": "elite"}),
            ("conscript", -1, "FR-13", {"quality": "conscript"}),
            ("soft_cover", 1, "FR-14", {"cover": "soft"}),
            ("hard_cover", 2, "FR-15", {"cover": "hard"}),
            ("higher_ground", 1, "FR-16", {"higher_ground": True}),
            ("sprinted", -1, "FR-17", {"sprinted": True}),
            ("firepower", -3, "FR-19", {"firepower": 3}),
            ("gunshield", 2, "FR-20", {"gunshield": True}),
            ("emplaced", 3, "FR-21", {"emplaced": True}),
        ]
    ],
)
def test_each_modifier_alone(name, value, clause, save):
    reasons = breakdown(TeamSave(**save), "intact")
    assert (values(reasons.modifiers), clauses(reasons.modifiers)) == (
        {name: value},
        {name: clause},
    )
    assert (reasons.modifier, reasons.suppressed_modifiers) == (value, ())


def test_a_regular_team_in_the_open_has_no_modifier():
    assert breakdown(TeamSave(), "none").modifiers == ()


def test_the_modifiers_come_in_the_order_of_the_table():
    everything = {"quality": "elite", "cover": "hard", "higher_ground": True, "sprinted": True}
    assert list(modifiers(firepower=2, emplaced=True, **everything)) == [
        "elite",
        "higher_ground",
        "sprinted",
        "firepower",
        "emplaced",
    ]


@pytest.mark.clause("FR-30")
def test_an_emplacement_adds_to_neither_cover_nor_shield():
    save = {"cover": "soft", "gunshield": True, "emplaced": True}
    assert modifiers(**save) == {"emplaced": 3}
    assert silent(**save) == {"soft_cover": "FR-30", "gunshield": "FR-30"}


@pytest.mark.clause("FR-26")
def test_the_shield_counts_instead_of_soft_cover():
    reasons = breakdown(TeamSave(cover="soft", gunshield=True), "intact")
    assert values(reasons.modifiers) == {"gunshield": 2}
    assert [(cover.clause, cover.reason) for cover in reasons.suppressed_modifiers] == [
        ("FR-26", "the gunshield counts instead")
    ]


@pytest.mark.clause("FR-26")
def test_hard_cover_counts_instead_of_the_shield():
    assert modifiers(cover="hard", gunshield=True) == {"hard_cover": 2}
    assert silent(cover="hard", gunshield=True) == {"gunshield": "FR-26"}


@pytest.mark.clause("RU-4")
def test_hard_cover_counts_instead_of_soft_cover():
    assert modifiers(cover="hard", soft_alone=True) == {"hard_cover": 2}
    assert silent(cover="hard", soft_alone=True) == {"soft_cover": "RU-4"}
    assert silent(cover="hard") == {}


@pytest.mark.clause("PR-45")
def test_beside_an_emplacement_all_other_cover_cites_the_same_clause():
    save = {"cover": "hard", "soft_alone": True, "gunshield": True, "emplaced": True}
    assert set(silent(**save).values()) == {"FR-30"}
    assert list(silent(**save)) == ["soft_cover", "hard_cover", "gunshield"]


@pytest.mark.clause("FR-25", "FR-31", "RU-5")
def test_an_attack_that_negates_cover_leaves_only_the_higher_ground():
    save = {"soft_alone": True, "gunshield": True, "emplaced": True, "higher_ground": True}
    assert modifiers(cover="hard", negates_cover=True, **save) == {"higher_ground": 1}
    assert silent(cover="hard", negates_cover=True, **save) == {
        "soft_cover": "FR-25",
        "hard_cover": "FR-25",
        "gunshield": "FR-25",
        "emplaced": "FR-31",
    }


@pytest.mark.clause("RU-5")
@pytest.mark.parametrize("cover", [{"cover": "hard"}, {"gunshield": True}, {"emplaced": True}])
def test_higher_ground_adds_to_any_cover(cover):
    without = breakdown(TeamSave(**cover), "intact").modifier
    assert breakdown(TeamSave(higher_ground=True, **cover), "intact").modifier == without + 1


@pytest.mark.clause("RU-9")
def test_a_second_broken_destroys_a_broken_team():
    condition, effect = saved_by(7, Condition(broken=True))
    assert (condition.alive, effect.result, effect.clause) == (False, "destroyed", "RU-9")


@pytest.mark.clause("RU-9")
def test_a_save_leaves_a_broken_team_broken():
    condition, effect = saved_by(9, Condition(broken=True))
    assert condition == Condition(broken=True)
    assert effect.result == "saved"


@pytest.mark.clause("FR-32", "FR-33")
@pytest.mark.parametrize(
    ("total", "firepower", "clause"), [(5, 0, ""), (5, 1, "FR-32"), (6, 1, ""), (9, 1, "")]
)
def test_firepower_costs_the_gun_only_with_its_crew(total, firepower, clause):
    condition, effect = saved_by(total, firepower=firepower)
    assert effect.gun_clause == clause
    assert condition.has_lost_gun == bool(clause)


@pytest.mark.clause("FR-33")
def test_a_second_broken_leaves_the_gun():
    condition, effect = saved_by(7, BROKEN_CREW, firepower=3, gun_class="light")
    assert (condition.alive, condition.gun, effect.gun_clause) == (False, "intact", "")


@pytest.mark.clause("FR-34", "RU-12")
@pytest.mark.parametrize("gun_class", ["medium", "heavy"])
def test_a_medium_or_heavy_gun_costs_the_gun_when_the_crew_breaks(gun_class):
    condition, effect = saved_by(6, gun_class=gun_class)
    assert (condition.alive, condition.broken) == (True, True)
    assert (condition.gun, effect.gun_clause) == ("lost", "FR-34")


@pytest.mark.clause("FR-34")
@pytest.mark.parametrize("gun_class", ["none", "light"])
def test_a_lesser_weapon_leaves_the_gun_when_the_crew_breaks(gun_class):
    assert saved_by(6, gun_class=gun_class)[0].gun == "intact"


@pytest.mark.clause("RU-12")
def test_a_medium_gun_needs_no_firepower_to_destroy_a_gun_with_its_crew():
    condition, effect = saved_by(4, gun_class="medium", firepower=0)
    assert (condition.alive, effect.gun_clause) == (False, "FR-34")


def test_a_save_leaves_the_gun_even_under_a_heavy_gun():
    assert saved_by(9, gun_class="heavy", firepower=3)[0] == CREW


@pytest.mark.clause("RU-10")
@pytest.mark.parametrize(("loses", "gun"), [(True, "lost"), (False, "intact")])
def test_the_switch_for_a_second_broken_by_a_heavy_gun(loses, gun):
    condition, _ = saved_by(7, BROKEN_CREW, gun_class="heavy", second_break_loses_gun=loses)
    assert (condition.alive, condition.gun) == (False, gun)


@pytest.mark.clause("RU-10")
@pytest.mark.parametrize(("switch", "loses"), [("gun_lost", True), ("gun_kept", False)])
def test_the_switch_comes_from_the_ruleset(switch, loses):
    state = battle(
        [unit("r", "rifle-team", 10, 10)],
        [unit("g", "at-gun-light", 20, 10)],
        **rules(second_break_heavy=switch),
    )
    assert attack(state, "r", "g").defence.second_break_loses_gun == loses


@pytest.mark.clause("RU-11")
def test_a_broken_crew_can_be_destroyed_outright_with_its_gun():
    condition, effect = saved_by(5, BROKEN_CREW, firepower=1)
    assert (condition.alive, condition.gun) == (False, "lost")
    assert (effect.clause, effect.gun_clause) == ("RU-11", "FR-32")


@pytest.mark.clause("RU-11", "FR-34", "RU-12")
def test_a_heavy_gun_costs_a_broken_crew_destroyed_outright_its_gun_whatever_the_switch():
    save = {"gun_class": "heavy", "second_break_loses_gun": False}
    condition, effect = saved_by(5, BROKEN_CREW, **save)
    assert (condition.alive, condition.gun) == (False, "lost")
    assert (effect.clause, effect.gun_clause) == ("RU-11", "FR-34")


@pytest.mark.clause("RU-13")
def test_a_gun_lost_in_this_attack_takes_the_shield_and_leaves_the_emplacement():
    save = {"gunshield": True, "emplaced": True, "cover": "soft"}
    assert modifiers("lost", **save) == {"emplaced": 3}
    assert silent("lost", **save) == {"soft_cover": "FR-30"}
    assert modifiers("lost", gunshield=True) == {}


@pytest.mark.clause("RU-13")
def test_a_gun_lost_in_an_earlier_attack_leaves_the_emplacement_as_hard_cover():
    assert modifiers("lost_before", gunshield=True, emplaced=True) == {"hard_cover": 2}
    assert modifiers("lost_before", gunshield=True, cover="soft") == {"soft_cover": 1}


@pytest.mark.clause("RU-13")
def test_only_an_intact_gun_can_be_lost():
    for gun in ("none", "lost", "lost_before"):
        condition, effect = saved_by(4, Condition(gun=gun), firepower=2, gun_class="heavy")
        assert (condition.gun, effect.gun_clause) == (gun, "")


@pytest.mark.clause("FR-7")
def test_a_team_without_a_gun_is_saved_as_a_crew_is():
    def result(condition: Condition) -> Any:
        return lambda dice: resolve_save(TeamSave(), condition, Hit("r", "w", "t"), dice)[1].result

    assert enumerate_outcomes(result(Condition())) == enumerate_outcomes(result(CREW))


def test_a_roll_shows_its_faces_and_its_reasons():
    _, effect = saved_by(9, quality="elite", cover="hard", gunshield=True)
    (roll,) = effect.rolls
    assert (roll.purpose, sum(roll.faces), roll.result, roll.need) == (
        "team_save",
        6,
        "saved",
        None,
    )
    assert values(roll.modifiers) == {"elite": 1, "hard_cover": 2}
    assert values(roll.suppressed_modifiers) == {"gunshield": 2}
