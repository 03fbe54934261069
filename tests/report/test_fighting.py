"""Attacks in words."""

import pytest
from msgspec.structs import replace

from sim.state.events import (
    GunDestroyed,
    MeleeFought,
    UnitBroken,
    UnitDestroyed,
    VehicleStunned,
)
from sim.state.rolls import Modifier, Roll, SuppressedModifier
from tests.support.telling import die, hit, save, shot, told

REASONS = (Modifier("skill", 1, "BB-13"), Modifier("concealed", 1, "HR-10"))
SHIELD = SuppressedModifier("gunshield", 2, "FR-30", "the emplacement counts instead")


def test_a_shot_says_what_it_needs_and_why_and_what_it_threw() -> None:
    fired = shot(rolls=(die(3, 6, "fail", REASONS), die(6, 6, "pass", REASONS)))
    assert told(fired) == [
        '  r1 (rifle-team) fires rifles at gun (at-gun-medium), 9.5" away, 25 % obscured,',
        "      concealed",
        "    to hit 6+ (4 +1 skill BB-13, +1 concealed HR-10): 3 6 — 1 hit",
    ]


def test_a_shot_in_the_open_is_short() -> None:
    rows = told(shot(obscured=(0, 0, 0), concealed=False))
    assert rows[0] == '  r1 (rifle-team) fires rifles at gun (at-gun-medium), 9.5" away'


@pytest.mark.parametrize(
    ("aspect", "words"),
    [
        ({}, "0 % hidden by hard cover, 25 % by soft; the firer is 61.2°"),
        ({"obscured": (0, 0, 0)}, "    the firer is 61.2° off the facing of gun, in its front arc"),
        ({"front_arc": False, "obscured": (0, 0, 0)}, "gun, behind its front arc"),
        ({"front_quarter": True, "obscured": (0, 0, 0)}, "in its front arc and front quarter"),
    ],
)
def test_the_verbose_shot_has_its_geometry(aspect: dict[str, object], words: str) -> None:
    assert words in "\n".join(told(shot(**aspect), verbose=True))


@pytest.mark.clause("BB-15")
def test_a_template_names_whom_it_touches() -> None:
    named, other = shot(weapon="mortar", template=0), shot(weapon="mortar", target="b1", template=1)
    rows = told(named, other)
    assert rows[0].startswith("  r1 (rifle-team) fires mortar at gun")
    assert rows[3].startswith("  the template of r1's mortar touches b1 (rifle-team) too")


@pytest.mark.clause("FR-9")
def test_a_hit_is_told_with_its_save_and_what_came_of_it() -> None:
    rows = told(
        shot(), hit("destroyed", "FR-9", save(1, 2)), UnitDestroyed(unit="gun", clause="FR-9")
    )
    assert rows[3:] == ["    save 2D6: 1+2 = 3 — the crew of gun is destroyed (FR-9)"]


@pytest.mark.parametrize(
    ("result", "clause", "words"),
    [
        ("saved", "FR-11", "saved (FR-11)"),
        ("broken", "FR-10", "gun breaks (FR-10)"),
        ("unharmed", "BW-4", "no wound (BW-4)"),
        ("unharmed", "RU-19", "gun is stunned already (RU-19)"),
        ("vanished", "XX-1", "vanished (XX-1)"),
    ],
)
def test_the_outcomes_of_a_hit(result: str, clause: str, words: str) -> None:
    assert told(shot(), hit(result, clause, save(3, 4)))[3] == f"    save 2D6: 3+4 = 7 — {words}"


@pytest.mark.clause("BW-12")
def test_a_hit_that_cannot_wound_needs_no_dice() -> None:
    assert told(shot(), hit("unharmed", "BW-12"))[3] == "    hit: it cannot wound (BW-12)"


@pytest.mark.clause("BW-18")
def test_a_wound_on_a_vehicle_is_followed_by_its_save() -> None:
    wound = Roll(purpose="to_wound", faces=(6, 6), result="double_six", need=7)
    cover = Roll(purpose="cover_save", faces=(2,), result="fail", need=5)
    rows = told(
        shot(), hit("stunned", "BW-16", wound, cover), VehicleStunned(unit="gun", clause="BW-16")
    )
    assert rows[3:] == [
        "    to wound 7+ by a double six: 6→6 — a wound",
        "    cover save 5+: 2 — gun is stunned (BW-16)",
    ]


def test_what_does_not_count_is_for_the_verbose_course() -> None:
    saved = hit("saved", "FR-11", save(5, 5, suppressed_modifiers=(SHIELD,)))
    assert not any("not counted" in row for row in told(shot(), saved))
    rows = told(shot(), saved, verbose=True)
    assert rows[-1] == ("      not counted: +2 gunshield (FR-30: the emplacement counts instead)")


@pytest.mark.clause("RU-13")
def test_hits_on_the_dead_are_told_once() -> None:
    lost = hit("lost", "RU-13")
    rows = told(shot(), lost, lost, replace(lost, unit="r2"))
    assert rows[3:] == ["    more hits on gun are lost (RU-13)"]


@pytest.mark.clause("HR-37")
def test_in_an_exchange_each_hit_says_whose_it_is() -> None:
    rows = told(
        shot(),
        shot(unit="r2"),
        hit("saved", "FR-11", save(5, 5)),
        hit("saved", "FR-11", save(6, 5), unit="r2"),
    )
    assert [row for row in rows if "hit by" in row] == [
        "  gun, hit by r1 with rifles",
        "  gun, hit by r2 with rifles",
    ]


@pytest.mark.clause("FR-34")
def test_a_lost_gun_is_told_apart_from_its_crew() -> None:
    rows = told(
        shot(),
        hit("broken", "FR-10", save(3, 3)),
        UnitBroken(unit="gun", clause="FR-10"),
        GunDestroyed(gun="gun", clause="FR-34", by="r1"),
    )
    assert rows[-1] == "    the gun gun is destroyed (FR-34)"


def test_losses_without_a_hit_stand_alone() -> None:
    assert told(UnitBroken(unit="r1", clause="FR-10")) == ["  r1 (rifle-team) breaks (FR-10)"]
    stunned = VehicleStunned(unit="r1", clause="HR-26")
    assert told(stunned) == ["  r1 (rifle-team) is stunned (HR-26)"]
    killed = UnitDestroyed(unit="r1", clause="FR-9", by="b1")
    assert told(killed) == ["  r1 (rifle-team) is destroyed by b1 (FR-9)"]
    crew = UnitDestroyed(unit="gun", clause="HR-26", by="")
    assert told(crew) == ["  the crew of gun (at-gun-medium) is destroyed (HR-26)"]


def blow(weapon: str, *rolls: Roll) -> MeleeFought:
    return MeleeFought(
        unit="r1", weapon=weapon, target="gun", distance=0.0, dice=1, hits=1, rolls=rolls
    )


@pytest.mark.clause("HR-23")
def test_a_blow_has_its_weapon() -> None:
    assert told(blow("assault", die(5, 4))) == [
        "  r1 (rifle-team) attacks gun (at-gun-medium) with assault",
        "    to hit 4+: 5 — 1 hit",
    ]


@pytest.mark.clause("BW-26")
def test_a_blow_at_a_vehicle_hits_by_itself() -> None:
    assert told(blow("assault"))[1] == "    hits by itself (BW-26): 1 hit"


@pytest.mark.clause("HR-17")
def test_fire_at_a_target_that_is_gone_is_told_as_lost() -> None:
    assert told(shot(dice=0, hits=0, rolls=()))[-1] == "    gun was lost before: no dice (HR-17)"


@pytest.mark.clause("BB-21")
def test_a_vehicle_strikes_without_a_weapon() -> None:
    rows = told(blow("", die(6, 6)), shot(), hit("saved", "FR-11", save(5, 5), weapon=""))
    assert rows[0] == "  r1 (rifle-team) attacks gun (at-gun-medium)"
    assert "  gun, hit by r1" in rows
