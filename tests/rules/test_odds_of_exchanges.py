"""Odds of exchanges: equal to the enumeration of the whole resolution, all targets together."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sim.dice import Dice, enumerate_outcomes
from sim.rules.attack import Attack
from sim.rules.firefight import assess_firefight, resolve_firefight
from sim.rules.melee import assess_melee, decide, melees, resolve_melee
from sim.rules.odds import exchange_odds, loser_odds
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Aim, UnitAims
from tests.support.builders import battle, index, unit
from tests.support.shots import after, aims, team_with, weapon

Ends = tuple[tuple[str, str], ...]


def ends_of(before: BattleState, events: Sequence[Event]) -> Ends:
    """What became of every unit; a lost gun besides."""
    state = after(before, events)
    found = []
    for spec, was, now in zip(before.roster.units, before.units, state.units, strict=True):
        if not now.alive:
            found.append((spec.id, "destroyed"))
        elif now.broken and not was.broken:
            found.append((spec.id, "broken"))
        elif now.stunned and not was.stunned:
            found.append((spec.id, "stunned"))
        else:
            found.append((spec.id, "unharmed"))
    for gun, row in zip(before.roster.guns, state.guns, strict=True):
        if row.fate == "destroyed":
            found.append((gun.id, "gun_destroyed"))
    return tuple(found)


def assert_agree(
    state: BattleState, attacks: Sequence[Attack], resolve: Callable[[Dice], list[Event]]
) -> None:
    """The odds by unit are those of the resolution, over all classes of all its throws."""
    ends = enumerate_outcomes(lambda dice: ends_of(state, resolve(dice)))
    for name, chances in exchange_odds(state, attacks).items():
        for key, chance in chances.items():
            assert sum(share for end, share in ends.items() if (name, key) in end) == chance


def gun(**arms: Any) -> dict[str, Any]:
    """A catalogue of a team with a one-shot gun."""
    return {"weapons": {"gun": weapon(**arms)}, "profiles": {"gunner": team_with("gun")}}


@pytest.mark.clause("HR-37", "RU-13", "FR-34")
def test_two_attacks_on_a_gun_and_its_own_shot():
    state = battle(
        [unit("r", "gunner", 20, 20), unit("s", "gunner", 20, 24)],
        [unit("t", "at-gun-light", 28, 22, 270)],
        phase="firefight",
        catalogue=gun(gun_class="medium", firepower=1),
    )
    named = ((aims("r", gun="t"), aims("s", gun="t")), (aims("t", light_gun="r"),))
    attacks = tuple(assess_firefight(state, named))
    assert len(attacks) == 3
    assert_agree(state, attacks, lambda dice: resolve_firefight(state, named, dice))


@pytest.mark.clause("HR-37", "RU-13")
def test_the_shield_is_gone_for_the_attack_after_the_one_that_cost_the_gun():
    state = battle(
        [unit("r", "gunner", 20, 20), unit("s", "gunner", 20, 24)],
        [{"id": "t", "profile": "at-gun-light", "emplacement": "pit", "state": {"broken": True}}],
        phase="firefight",
        catalogue=gun(gun_class="heavy"),
        emplacements=[{"id": "pit", "position": [28, 22], "facing": 270}],
        rules={"second_break_heavy": "gun_kept"},
    )
    named = ((aims("r", gun="t"), aims("s", gun="t")), ())
    assert_agree(
        state,
        tuple(assess_firefight(state, named)),
        lambda dice: resolve_firefight(state, named, dice),
    )


@pytest.mark.clause("HR-37", "RU-19")
def test_two_attacks_on_a_vehicle():
    state = battle(
        [unit("r", "gunner", 20, 20), unit("s", "gunner", 20, 24)],
        [unit("t", "medium-tank", 28, 22, 270)],
        phase="firefight",
        catalogue=gun(anti_tank=4),
    )
    named = ((aims("r", gun="t"), aims("s", gun="t")), ())
    assert_agree(
        state,
        tuple(assess_firefight(state, named)),
        lambda dice: resolve_firefight(state, named, dice),
    )


def blow(name: str, key: str, target: str) -> UnitAims:
    """One team's blow in Melee."""
    return UnitAims(name, (Aim(key, target),))


def brawl() -> BattleState:
    """Two teams with a team and a tank, all within two inches."""
    return battle(
        [unit("r", "rifle-team", 20, 20), unit("s", "rifle-team", 20, 23)],
        [unit("t", "rifle-team", 22, 20), unit("v", "medium-tank", 22.5, 23)],
        phase="melee",
    )


BRAWL = (
    (blow("r", "rifle-butts", "t"), blow("s", "grenade-bundle", "v")),
    (blow("t", "rifle-butts", "r"),),
)


@pytest.mark.clause("HR-37", "BB-21")
def test_a_melee_of_teams_and_a_tank():
    state = brawl()
    (group,) = melees(state)
    attacks = tuple(assess_melee(state, group, BRAWL))
    assert len(attacks) == 5
    assert_agree(state, attacks, lambda dice: resolve_melee(state, group, BRAWL, dice))


@pytest.mark.clause("HR-25")
def test_the_loser_of_a_melee():
    state = brawl()
    (group,) = melees(state)
    odds = exchange_odds(state, tuple(assess_melee(state, group, BRAWL)))

    def loser(dice: Dice) -> str | None:
        events = resolve_melee(state, group, BRAWL, dice)
        return decide(state, after(state, events), group).loser

    losers = enumerate_outcomes(loser)
    assert loser_odds(state, odds) == (losers["red"], losers["blue"])
    assert losers[None] == 1 - losers["red"] - losers["blue"]


@pytest.mark.clause("HR-25")
def test_without_attacks_nobody_loses():
    assert exchange_odds(brawl(), ()) == {}
    assert loser_odds(brawl(), {}) == (0, 0)


@pytest.mark.clause("HR-25")
def test_a_team_broken_before_does_not_count_as_newly_broken():
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "rifle-team", 22, 20, state={"broken": True})],
        phase="melee",
    )
    named = ((blow("r", "rifle-butts", "t"),), ())
    odds = exchange_odds(state, tuple(assess_melee(state, melees(state)[0], named)))
    assert odds["t"]["broken"] == 0
    assert loser_odds(state, odds) == (0, odds["t"]["destroyed"])


def test_targets_come_in_file_order():
    state = brawl()
    attacks = tuple(assess_melee(state, melees(state)[0], BRAWL))
    order = [index(state, name) for name in exchange_odds(state, attacks)]
    assert order == sorted(order)
