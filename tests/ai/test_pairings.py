"""What is remembered of pairs of units is what the exact rules say of them."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from sim.ai.fates import fate_of
from sim.ai.greedy import GreedyPlayer
from sim.ai.pairings import CLOSE, HIDDEN, MOVED, SPRINTED, Ranges, manner_of, ranges_of
from sim.ai.survey import CASES, NO_ARMS, Survey
from sim.ai.worth import loss_of
from sim.dice import KeyedDice
from sim.engine.battle import Battle
from sim.rules.aim import can_use
from sim.rules.attack import assess_attack
from sim.rules.sight import assess_exposure
from sim.runner.match import fight
from sim.scenario.load import shipped_scenarios
from sim.state.battle import BattleState
from sim.state.events import Event, Phase, PhaseStarted
from tests.support.asking import shipped
from tests.support.builders import battle, changed, unit
from tests.support.shots import team_with, weapon


def snapshots(name: str) -> list[BattleState]:
    """The states in which the phases of a battle begin."""
    states: list[BattleState] = []

    def look(event: Event, state: BattleState) -> None:
        if isinstance(event, PhaseStarted) and event.name in ("shooting", "melee"):
            states.append(state)

    fight(Battle(shipped(name).start, KeyedDice(3), look), [GreedyPlayer(), GreedyPlayer()], 3)
    return states


def opposed(state: BattleState) -> Iterator[tuple[int, int]]:
    for unit_index in (*state.living(0), *state.living(1)):
        for enemy in state.living(1 - state.side_of(unit_index)):
            yield unit_index, enemy


@pytest.mark.parametrize("name", list(shipped_scenarios()))
def test_volleys_are_the_exact_losses(name: str) -> None:
    for state in snapshots(name):
        bare, survey = replace(state, obstacles=()), Survey(state.roster)
        for firer, target in opposed(state):
            check_volleys(bare, survey, firer, target)


def check_volleys(state: BattleState, survey: Survey, firer: int, target: int) -> None:
    """Every weapon that bears and reaches has its exact loss in both phases, the others none."""
    exposure = assess_exposure(state, firer, target)
    me, other = survey.standing(state, firer), survey.standing(state, target)
    case, number = survey.pair(state, me, other) % CASES, survey.bearing(me, other)
    assert bool(case & HIDDEN) is not exposure.seen
    phases: tuple[Phase, ...] = ("shooting", "firefight")
    for phase in phases if number != NO_ARMS and exposure.seen else ():
        pairing = survey.pairing(state, number, me, other)
        volley = pairing[manner_of(state.units[firer], phase) | case]
        for mount, loss in zip(pairing.mounts, volley.losses, strict=True):
            reaches = exposure.distance <= mount.weapon.range + 1e-6
            if reaches and can_use(state, phase, firer, mount):
                exact = loss_of(state, assess_attack(state, phase, firer, mount, target), target)
                assert loss == exact
            else:
                assert loss == (0.0, 0.0, 0.0)


def test_a_volley_is_of_as_many_weapons_as_may_be_fired() -> None:
    """A tank fires two of its three."""
    tank = [unit("t", "medium-tank", 12, 20, 90)]
    state = battle(tank, [unit("b", "rifle-team", 30, 20)])
    survey = Survey(state.roster)
    me, foe = survey.standing(state, 0), survey.standing(state, 1)
    pairing = survey.pairing(state, me.attacker, me, foe)
    volley = pairing[survey.pair(state, me, foe) % CASES]
    first, second, third = sorted(loss.share for loss in volley.losses)
    assert first > 0.0
    assert volley.share == 1.0 - (1.0 - third) * (1.0 - second)


def test_the_manner_of_fire() -> None:
    state = battle([unit("r", "rifle-team", 12, 20)], [unit("b", "rifle-team", 30, 20)])
    ran = changed(state, "r", moved=True, sprinted=True).units[0]
    assert manner_of(state.units[0], "shooting") == 0
    assert manner_of(ran, "firefight") == MOVED + SPRINTED + CLOSE


def test_bands_go_by_every_range_and_have_the_edge_in_them() -> None:
    state = battle([unit("r", "rifle-team", 12, 20)], [unit("g", "at-gun-light", 30, 20)])
    ranges = ranges_of(state.roster)
    assert ranges == Ranges((8.0, 12.0, 24.0, 36.0), 0, 1)
    assert [ranges.band(inches) for inches in (0.0, 8.0, 8.1, 36.0, 36.1)] == [0, 0, 1, 3, 4]


def test_of_very_many_ranges_the_shortest_are_told_apart() -> None:
    names = [f"gun-{inches}" for inches in range(20, 60)]
    catalogue = {
        "weapons": {name: weapon(int(name[4:])) for name in names},
        "profiles": {"arsenal": team_with(*names[:20]), "depot": team_with(*names[20:])},
    }
    red = [unit("r", "arsenal", 12, 20), unit("s", "depot", 12, 30)]
    state = battle(red, [unit("b", "rifle-team", 30, 20)], catalogue=catalogue)
    ranges = ranges_of(state.roster)
    assert len(ranges.inches) == 31
    assert ranges.inches[:3] == (8.0, 12.0, 20.0)


@pytest.mark.parametrize("high_first", [False, True])
def test_blows_are_those_of_the_kinds_wherever_units_stood_first(high_first: bool) -> None:
    """A team on a hill is struck as one below, whichever was asked about first."""
    hill = {
        "id": "hill",
        "kind": "hill",
        "circle": {"center": [30, 20], "radius": 4},
        "elevation": 1,
    }
    blue = [unit("hq", "rifle-team", 60, 40), unit("high", "rifle-team", 30, 20)]
    blue.append(unit("low", "rifle-team", 12, 26))
    state = battle([unit("r", "rifle-team", 12, 20)], blue, terrain=[hill])
    survey = Survey(state.roster)
    me, high, low = (survey.standing(state, number) for number in (0, 2, 3))
    first, second = (high, low) if high_first else (low, high)
    found = survey.melee(state, me, first), survey.melee(state, me, second)
    assert found[0] == found[1] == fate_of(state, 0, 3)
