"""Adjudications in words: readable at 80 columns, with the reasons and without surprises."""

from typing import Any

import pytest
from rich.cells import cell_len

from sim.report.adjudication.inquiry import Inquiry, inquire
from sim.report.adjudication.phrases import percent
from sim.report.lines import PAGE_WIDTH, fold
from sim.scenario.load import Scenario, find_scenario, load_scenario
from tests.support.adjudging import duel
from tests.support.builders import unit


def rows(fought: Scenario, attacker: str = "r", target: str = "t", **more: Any) -> list[str]:
    """The printed rows of an inquiry."""
    found = inquire(fought, Inquiry(attacker=attacker, target=target, **more))
    return [row for line in found.lines for row in fold(line)]


def text(fought: Scenario, **more: Any) -> str:
    """The printed text, its folds undone."""
    return " ".join(" ".join(rows(fought, **more)).split())


HEDGE = {"id": "hedge", "kind": "hedge", "line": [[26, 10], [26, 30]], "base": 1}


def test_one_weapon_is_told_in_full():
    fought = duel("rifle-team", {"profile": "at-gun-light", "facing": 250}, terrain=[HEDGE])
    told = text(fought, faces="5,1,1,2")
    for words in (
        "r (rifle-team) at t (at-gun-light), Shooting",
        '8.06" away, in sight; r is 20° off the facing of t: in its front quarter',
        "64 of 64 rays hidden by soft cover: hedge",
        "concealed (HR-10), soft cover (HR-11)",
        "rifles, 2 dice to hit 5+ (from 4+): 1/3 (33.33 %)",
        "+1 concealed (HR-10): 64 of 64 rays hidden: hedge 64",
        "save 2D6+2 +2 gunshield (FR-20): the shield of t",
        "not soft cover, +1, the gunshield counts instead (FR-26): 64 of 64",
        "rolled to hit 5 1; save 1+2 1 hit: t is destroyed",
        "what would change it",
        "r 15.95 inches farther off: beyond the range of rifles",
        "(--set 'unit.r.quality=elite')",
    ):
        assert words in told, words


def test_the_odds_stand_in_a_table():
    told = rows(duel("rifle-team", "rifle-team"))
    start = told.index("  odds              one hit          the attack")
    assert told[start + 1 : start + 4] == [
        "  destroyed  5/18 (27.78 %)   133/432 (30.79 %)",
        "  broken      4/9 (44.44 %)      23/81 (28.4 %)",
        "  saved      5/18 (27.78 %)  529/1296 (40.82 %)",
    ]


def test_a_gun_that_may_be_lost_has_a_row_of_its_own():
    told = rows(duel("at-gun-heavy", "at-gun-light"))
    assert any(row.startswith("  gun lost") for row in told)


def test_several_weapons_stand_in_a_table_with_the_refusals_below():
    told = rows(duel("medium-tank", {"profile": "medium-tank", "position": [50, 20]}))
    start = told.index("  weapon           dice  to hit  wound  save  stunned  destroyed  unharmed")
    assert told[start + 1 :] == [
        "  medium-tank-gun     1      5+     4+    6+   4.63 %     9.26 %   86.11 %",
        "  coaxial-mg: refused, t is 26.00 inches away; coaxial-mg reaches 24",
        "      (out_of_range, HR-17)",
        "  hull-mg: refused, t is 26.00 inches away; hull-mg reaches 24 (out_of_range,",
        "      HR-17)",
        "  name one by --weapon for the reasons",
    ]


def test_a_weapon_that_cannot_wound_never_does():
    fought = duel("medium-tank", {"profile": "medium-tank", "position": [40, 20]})
    told = rows(fought)
    (row,) = (row.split() for row in told if "hull-mg" in row)
    assert row[:5] == ["hull-mg", "4", "5+", "never", "5+"]
    assert "to wound 10+, which cannot be rolled (BW-12)" in text(fought, weapon="hull-mg")


def test_a_team_s_table_has_the_lost_guns():
    told = rows(duel("medium-tank", {"profile": "at-gun-light", "position": [40, 20]}))
    start = next(n for n, row in enumerate(told) if row.startswith("  weapon"))
    head, cannon, coaxial = told[start : start + 3]
    assert head.endswith("unharmed  gun lost")
    assert not cannon.endswith(" 0 %")
    assert coaxial.endswith(" 0 %")


def test_dice_that_a_seed_throws_are_told_weapon_by_weapon():
    fought = duel("medium-tank", {"profile": "rifle-team", "position": [40, 20]})
    told = text(fought, seed=4)
    assert told.count("rolled to hit") == 3


def test_automatic_hits_and_destruction_are_told():
    fought = duel("mg-team", {"profile": "truck", "position": [23, 20]})
    told = text(fought, phase="melee", faces="")
    assert "every die hits by itself (BW-26)" in told
    assert "any hit destroys it, without a die to wound" in told
    assert "rolled no dice 1 hit: t is destroyed" in told
    both = duel("rifle-team", {"profile": "truck", "position": [23, 20]})
    (row,) = (row.split() for row in rows(both, phase="melee") if "rifle-butts" in row)
    assert " ".join(row) == "rifle-butts 1 by itself by itself none 100 % 0 %"


def test_a_vehicle_in_melee_is_told_by_its_id():
    fought = duel("truck", {"profile": "rifle-team", "position": [23, 20]})
    assert "r, 1 die to hit 6+" in text(fought, phase="melee")


@pytest.mark.clause("BW-40")
def test_a_melee_save_is_told():
    profile = {
        "kind": "vehicle",
        "armour": {"front": 5, "other": 4},
        "footprint": {"rect": [4, 2]},
        "height": 1.5,
        "melee_save": 4,
    }
    fought = duel(
        "mg-team",
        {"profile": "crab", "position": [23, 20]},
        catalogue={"profiles": {"crab": profile}},
    )
    assert "melee save 4+" in text(fought, phase="melee")


def test_a_template_tells_of_the_others_it_touches():
    fought = duel("mortar-team", "rifle-team", others=[unit("u", "truck", 33, 20)])
    told = text(fought, faces="1,1")
    assert "medium-mortar, 1 template" in told
    assert "also u: to hit 4+, no Cover Save; stunned" in told
    assert "t is unharmed, u is unharmed" in told


@pytest.mark.clause("BB-2", "BB-3")
def test_the_ends_of_the_dice_are_told():
    hidden = {"profile": "rifle-team", "quality": "elite", "state": {"cowering": True}}
    told = text(duel({"profile": "rifle-team", "quality": "conscript"}, hidden), faces="1,6,6,6,6")
    assert "to hit 7+ by a double six (from 4+): 1/36 (2.78 %)" in told
    assert "rolled to hit 1 6→6; save 6+6" in told


def test_a_refusal_gives_its_code_and_clause():
    told = text(duel({"profile": "rifle-team", "state": {"broken": True}}, "rifle-team"))
    assert "rifles: refused, r is broken (broken, HR-17)" in told
    assert "r not broken: allowed: 2 dice; to hit 4+; save 2D6; destroyed 30.79 %" in told


def test_where_the_target_stands_is_told():
    place = {"center": [30, 20], "size": [6, 6]}
    terrain = [
        {"id": "wood", "kind": "wood", "rect": place},
        {"id": "hill", "kind": "hill", "rect": place, "elevation": 1},
    ]
    told = text(duel("rifle-team", {"profile": "rifle-team", "facing": 90}, terrain=terrain))
    assert "in wood (RU-3); on higher ground (GE-3)" in told
    assert "outside its front quarter, outside its front arc" in told


def test_what_bars_the_sight_is_told():
    wood = {"id": "wood", "kind": "wood", "rect": {"center": [25, 20], "size": [2, 20]}}
    told = text(duel("rifle-team", "rifle-team", terrain=[wood]))
    assert "out of sight" in told
    assert "64 of 64 rays not to be seen through: wood" in told


def test_what_if_tells_every_weapon_in_full():
    fought = duel("medium-tank", {"profile": "rifle-team", "position": [40, 20]})
    assert text(fought, what_if=True).count("what would change it") == 3
    assert "what would change it" not in text(fought)


@pytest.mark.parametrize("name", ["causeway-gun", "market-town", "walled-manor"])
@pytest.mark.parametrize("phase", ["shooting", "firefight", "melee"])
def test_no_row_is_wider_than_a_page(name, phase):
    fought = load_scenario(find_scenario(name))
    specs = fought.roster.units
    for firer, target in list(zip(specs, reversed(specs), strict=True))[::3]:
        if firer is target:
            continue
        for row in rows(fought, firer.id, target.id, phase=phase, seed=3):
            assert cell_len(row) <= PAGE_WIDTH


def test_an_exchange_tells_who_attacks_whom_and_the_odds():
    fought = duel("rifle-team", {"profile": "truck", "position": [23, 20]})
    found = inquire(fought, Inquiry(exchange="r", phase="melee"))
    told = [row for line in found.lines for row in fold(line)]
    assert told[:3] == [
        "Melee of r, red active",
        "  r at t with rifle-butts: 1 die, hitting by themselves",
        "  t at r: 1 die, to hit 6+",
    ]
    assert "  r        9.72 %  5.56 %   84.72 %" in told
    assert "  t         100 %               0 %" in told
    assert found.lines[-1].text == (
        "loses the melee (HR-25): red 0 %, blue 61/72 (84.72 %), nobody 11/72 (15.28 %)"
    )


def test_an_exchange_that_does_not_exist_says_so():
    found = inquire(duel("rifle-team", "rifle-team"), Inquiry(exchange="r", phase="melee"))
    assert found.lines[-1].text == "none: r has no enemy to fight within 2 inches (HR-22)"


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        ("0", "0 %"),
        ("1", "100 %"),
        ("1/1000000", "<0.01 %"),
        ("1/10000", "0.01 %"),
        ("1/6", "16.67 %"),
        ("9999/10000", "99.99 %"),
        ("999999/1000000", ">99.99 %"),
    ],
)
def test_what_is_not_certain_never_looks_so(chance, words):
    assert percent(chance) == words


@pytest.mark.clause("FR-34")
def test_a_gun_that_is_destroyed_is_told():
    told = text(duel("at-gun-heavy", "at-gun-light"), faces="6,1,3,4")
    assert "1 hit: t breaks, the gun is destroyed" in told
