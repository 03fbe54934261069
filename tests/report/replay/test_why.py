"""Why an event came out so: something true of every kind, everything of attacks."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sim.dice import ScriptedDice
from sim.report.lines import fold
from sim.report.replay.attacks import recall
from sim.report.replay.why import BY_EVENT, BY_KIND, BY_STATE, explain, headline
from sim.rules.attack import assess_attack, fired_event, hit_events, resolve_attack
from sim.rules.hits import condition_of
from sim.state import events as ev
from sim.state.apply import EVENT_TYPES, apply
from sim.state.battle import BattleState
from sim.state.digest import state_digest
from sim.state.orders import Aim, Cower, Fire, NameTargets, Pass, UnitAims
from sim.state.rolls import Modifier, Roll
from tests.support.builders import battle, changed, index, unit
from tests.support.replays import moments, written

GOAL: dict[str, Any] = {
    "objectives": [{"id": "hill", "position": [10, 12], "radius": 4}],
    "victory": [
        {"kind": "hold", "side": "red", "objective": "hill", "rounds": 2},
        {"kind": "exit", "side": "red", "edge": "left", "units": 2},
    ],
}
WALL: dict[str, Any] = {
    "terrain": [{"id": "wall", "kind": "stone-wall", "line": [[28, 4], [28, 16]]}]
}


def field(**more: Any) -> BattleState:
    """Two rifle teams against a gun behind its shield and a tank."""
    return battle(
        [unit("r1", "rifle-team", 10, 10, 90), unit("r2", "rifle-team", 10, 14, 90)],
        [unit("gun", "at-gun-medium", 30, 10, 270), unit("tank", "medium-tank", 30, 20, 270)],
        **GOAL | more,
    )


def rows(before: BattleState, event: ev.Event) -> list[str]:
    return [row.strip() for line in explain(before, event) for row in fold(line, 200)]


def said(before: BattleState, event: ev.Event) -> str:
    return "\n".join(rows(before, event))


def shots(before: BattleState, faces: list[int], attacker: str = "r1", target: str = "gun") -> Any:
    """The events of the first weapon of a unit fired at another with given dice."""
    firer, hit = index(before, attacker), index(before, target)
    (mount, *_) = before.spec(firer).arms.mounts
    attack = assess_attack(before, "shooting", firer, mount, hit)
    done = resolve_attack(attack, condition_of(before, hit), ScriptedDice(faces))
    shot = fired_event(before, attack, done.strike)
    return [shot, *hit_events(attack, done.strike.hits, done.effects)]


def test_every_kind_of_event_has_its_reasons() -> None:
    assert {*BY_STATE, *BY_EVENT, *BY_KIND} == set(EVENT_TYPES)


def test_every_event_of_a_battle_is_explained(tmp_path: Path) -> None:
    for moment in moments(written(tmp_path)):
        lines = explain(moment.before, moment.line.event)
        assert len(lines) > 1, moment.line.event
        assert all(line.text for line in lines)


def test_an_explanation_begins_with_what_happened() -> None:
    before, event = field(), ev.UnitBroken(unit="r1", clause="FR-10")
    assert headline(before, event)
    assert [*headline(before, event)] == [*explain(before, event)][:1]


def test_a_shot_tells_the_situation_the_needs_and_the_odds() -> None:
    before = changed(field(), "r1", moved=True)
    (shot, *_) = shots(before, [6, 9, 9])
    told = said(before, shot)
    assert '18.25" away, in sight' in told
    assert "to hit 5+ (from 4+): 1/3 (33.33 %)" in told
    assert "+1 moved (BB-13): r1 has moved" in told
    assert "+2 gunshield (FR-20): the shield of gun" in told
    assert "destroyed" in told


def test_a_shot_tells_how_likely_its_hits_were() -> None:
    before = field()
    (shot, *_) = shots(before, [4, 1, 6, 6])
    assert "1 hit of 2 dice: 1/2 (50 %); so many or more: 3/4 (75 %)" in rows(before, shot)
    (missed, *_) = shots(before, [1, 1])
    assert "no hits of 2 dice: 1/4 (25 %)" in rows(before, missed)


def test_a_hit_tells_what_its_save_could_have_come_to() -> None:
    before = field()
    _, hit, *_ = shots(before, [4, 1, 3, 3])
    told = rows(before, hit)
    assert any(row.startswith("team save: destroyed 1/12 (8.33 %), broken") for row in told)
    assert any(row.startswith("+2 gunshield (FR-20): the shield of gun: r1 is 0°") for row in told)
    assert any(row.startswith("FR-10: ") for row in told)


def test_a_hit_on_a_vehicle_tells_armour_and_cover() -> None:
    before = battle(
        [unit("r", "medium-tank", 10, 10, 90)],
        [unit("t", "half-track", 30, 10, 270)],
        **GOAL | {"victory": []},
    )
    _, hit, *_ = shots(before, [5, 4, 3], "r", "t")
    told = said(before, hit)
    assert "to wound: below 1/6" in told
    assert "+5 armour (BW-9): armour 5 on Front" in told
    assert "cover save: failure" in told
    assert "+2 awkward (BW-19): t is Awkward 2" in told


def test_a_shot_says_nothing_twice() -> None:
    before = changed(field(**WALL), "r1", moved=True)
    shot, hit, *_ = shots(before, [6, 3, 3])
    assert rows(before, shot)[1:2] == ["thrown: 6 — 1 hit"]
    assert said(before, shot).count("BB-13") == 1
    assert "obscured" not in said(before, shot)
    assert said(before, hit).count("FR-15") == 1


def test_a_shot_that_is_not_assessed_keeps_what_the_log_says_of_it() -> None:
    before = field(**WALL)
    (shot, *_) = shots(before, [6, 1, 3, 3])
    told = said(before, replace(shot, weapon="slings"))
    assert "obscured" in told
    assert "to hit 5+ (4 +1 concealed HR-10)" in told


@pytest.mark.clause("BW-12")
def test_a_wound_that_cannot_be_tells_its_number() -> None:
    before = battle([unit("r", "rifle-team", 10, 10, 90)], [unit("t", "medium-tank", 20, 10, 270)])
    _, hit = shots(before, [6, 1], "r", "t")
    told = rows(before, hit)
    assert "to wound 10+, which cannot be rolled (BW-12)" in told
    assert any(row.startswith("+8 armour (BW-9): armour 8 on Front") for row in told)
    stray = replace(hit, weapon="slings")
    assert "to wound" not in said(before, stray)


def test_what_does_not_count_is_told_with_its_reason() -> None:
    before = field(**WALL)
    _, hit, *_ = shots(before, [6, 1, 3, 3])
    assert "not gunshield, +2 (FR-26): other cover counts instead" in rows(before, hit)


def test_a_log_with_other_needs_is_contradicted() -> None:
    before = field()
    (shot, *_) = shots(before, [1, 1])
    roll = Roll(purpose="to_hit", faces=(1,), result="fail", need=6)
    told = rows(before, replace(shot, rolls=(roll,)))
    assert "the log says 6+ to hit; by the rules here it is 4+" in told


def test_a_log_with_other_modifiers_is_contradicted() -> None:
    before = field()
    (shot, *_) = shots(before, [1, 1])
    moved = Modifier(name="moved", value=1, clause="BB-13")
    luck = Modifier(name="luck", value=-1, clause="BB-13")
    roll = replace(shot.rolls[0], modifiers=(moved, luck))
    told = said(before, replace(shot, rolls=(roll,)))
    logged = "the log says 4+ (4 +1 moved BB-13, -1 luck BB-13) to hit"
    assert f"{logged}; by the rules here it is 4+" in told
    before = changed(before, "r1", moved=True)
    (shot, *_) = shots(before, [1])
    bare = replace(shot.rolls[0], modifiers=())
    told = said(before, replace(shot, rolls=(bare,)))
    assert "the log says 5+ to hit; by the rules here it is 5+ (4 +1 moved BB-13)" in told


def test_fire_at_a_target_lost_before_is_told_as_lost() -> None:
    before = field()
    (shot, *_) = shots(before, [1, 1])
    after = apply(before, ev.UnitDestroyed(unit="gun", clause="FR-9"))
    told = rows(after, replace(shot, dice=0, hits=0, rolls=()))
    assert "gun was lost before: no dice (HR-17)" in told
    assert not any("BW-26" in row for row in told)


def test_blows_in_melee_are_explained() -> None:
    before = battle(
        [unit("r1", "assault-team", 10, 10)], [unit("t", "medium-tank", 12, 10)], phase="melee"
    )
    blow = ev.MeleeFought(
        unit="r1", weapon="satchel-charge", target="t", distance=0.2, dice=1, hits=1, rolls=()
    )
    told = said(before, blow)
    assert "every die hits by itself (BW-26)" in told
    assert "+6 armour (BW-31): armour 6 on Other: in Melee always (BW-30)" in told
    crushed = replace(blow, unit="t", weapon="", target="r1")
    assert "to hit 6+ (from 6+): 1/6" in said(before, crushed)


def test_an_attack_that_cannot_have_been_is_told_as_the_log_has_it() -> None:
    before = field()
    (shot, *_) = shots(before, [4, 1, 6, 6])
    told = said(before, replace(shot, weapon="slings"))
    assert "r1 (rifle-team) fires slings at gun" in told
    assert "odds" not in told


def test_dice_of_an_unknown_need_tell_no_chance() -> None:
    before = field()
    (shot, *_) = shots(before, [1, 1])
    bare = Roll(purpose="to_hit", faces=(1,), result="fail")
    assert "of 1 die" not in said(before, replace(shot, rolls=(bare,)))


@pytest.mark.parametrize("change", [{"unit": "nobody"}, {"target": "nobody"}, {"weapon": "slings"}])
def test_attacks_that_cannot_have_been_are_not_assessed(change: Any) -> None:
    before = field()
    (shot, *_) = shots(before, [1, 1])
    assert recall(before, replace(shot, **change)) is None


def test_attacks_outside_their_phases_are_not_assessed() -> None:
    (shot, *_) = shots(field(), [1, 1])
    assert recall(field(phase="movement"), shot) is None
    assert recall(field(phase="melee"), replace(shot, weapon="rifle-butts", target="r2")) is None
    assert recall(field(phase="melee"), replace(shot, unit="tank", weapon="rifles")) is None


def leadership_words(before: BattleState, name: str) -> str:
    roll = Roll(purpose="rally_broken", faces=(4,), result="pass", need=4)
    event = ev.LeadershipTested(unit=name, reason="broken", passed=True, rolls=(roll,))
    return said(before, event)


@pytest.mark.clause("HR-3", "HR-31")
def test_a_test_tells_of_the_leader() -> None:
    before = field()
    assert "no +1: r1 leads red-1 itself (HR-3)" in leadership_words(before, "r1")
    near = '+1: r1, the leader of red-1, is 2.5" away, within 12 (HR-3)'
    assert near in leadership_words(before, "r2")
    assert "r1, the leader of red-1, is broken" in leadership_words(
        changed(before, "r1", broken=True), "r2"
    )
    lost = changed(before, "r1", fate="destroyed")
    assert "r1, the leader of red-1, is lost (HR-31)" in leadership_words(lost, "r2")
    far = apply(before, moved("r1", (10.0, 10.0), (40.0, 40.0)))
    assert "farther than 12 (HR-3)" in leadership_words(far, "r2")
    assert "failure 1/2 (50 %), success 1/2 (50 %)" in leadership_words(before, "r2")


def moved(name: str, *path: tuple[float, float], manner: Any = "move") -> ev.UnitMoved:
    return ev.UnitMoved(unit=name, manner=manner, path=path, facing=90.0, cost=4.0)


@pytest.mark.clause("HR-35")
def test_a_move_tells_its_cost_and_the_ground() -> None:
    before = field(
        terrain=[
            {"id": "wood", "kind": "wood", "rect": {"center": [14, 10], "size": [4, 4]}},
            {"id": "wall", "kind": "stone-wall", "line": [[18, 5], [18, 15]]},
        ]
    )
    told = rows(before, moved("r1", (10.0, 10.0), (19.0, 10.0)))
    assert '9" on the table cost 4" of 8" (HR-12)' in told
    assert 'wood (wood), difficult, after 2": an inch in it costs 1.3 (HR-35)' in told
    assert 'wall (stone-wall), difficult, after 8": crossing it costs 2" (HR-35)' in told
    open_ground = rows(before, moved("r2", (10.0, 14.0), (10.0, 16.0)))
    assert "no difficult terrain on the way" in open_ground


@pytest.mark.parametrize(
    ("manner", "told"),
    [("sprint", '16" (HR-12)'), ("charge", '8" (HR-12)'), ("pile_in", '8"'), ("break_away", '8"')],
)
def test_the_allowance_is_that_of_the_manner(manner: Any, told: str) -> None:
    path = ((10.0, 10.0), (12.0, 10.0))
    assert f'cost 4" of {told}' in said(field(), moved("r1", *path, manner=manner))


def test_an_immobile_turn_has_no_ground_to_tell_of() -> None:
    assert "no difficult terrain" not in said(field(), moved("r1", (10.0, 10.0)))


@pytest.mark.parametrize(("need", "kind"), [(2, "difficult"), (4, "very difficult")])
def test_a_test_of_terrain_tells_why(need: int, kind: str) -> None:
    roll = Roll(purpose="terrain", faces=(1,), result="fail", need=need)
    event = ev.TerrainTested(unit="tank", piece="bog", passed=False, rolls=(roll,))
    assert f"bog is {kind} for vehicles: {need}+ (BB-9)" in said(field(), event)


def test_orders_tell_what_was_asked_for() -> None:
    before = field()
    fire = ev.OrderGiven(by="red", order=Fire("r1", (Aim("rifles", "gun"),)))
    assert rows(before, fire)[0] == "red orders r1 to fire rifles at gun"
    named = NameTargets((UnitAims("r1", (Aim("rifles", "gun"),)),))
    assert "both sides name before anybody attacks (HR-37)" in said(
        before, ev.OrderGiven(by="red", order=named)
    )
    assert rows(before, ev.OrderGiven(by="red", order=Pass()))[0] == "red passes"


def test_a_refusal_tells_its_clause() -> None:
    refused = ev.OrderRefused(
        by="red", order=Cower("r1"), code="broken", clause="HR-7", text="r1 is broken"
    )
    told = said(field(), refused)
    assert "HR-7: " in told
    assert "refused as broken" in told


def test_a_gun_of_others_is_fired_worse() -> None:
    occupied = ev.GunOccupied(unit="r1", gun="gun")
    assert "it is not its own gun" in said(field(), occupied)
    assert "it is not its own gun" not in said(field(), replace(occupied, unit="gun"))


@pytest.mark.clause("HR-36")
def test_an_exit_counts_for_the_condition_of_its_edge() -> None:
    left = ev.UnitExited(unit="r1", edge="left")
    assert "number 1 of 2 units that win by it (HR-27)" in said(field(), left)
    after = apply(field(), replace(left, unit="r2"))
    assert "number 2 of 2 units that win by it (HR-27)" in said(after, left)
    assert "win by it" not in said(field(), replace(left, edge="top"))


@pytest.mark.parametrize(("buttoned", "told"), [(True, "BB-14"), (False, "BW-b")])
def test_a_hatch_tells_what_it_does(buttoned: bool, told: str) -> None:
    assert told in said(field(), ev.HatchChanged(unit="tank", buttoned=buttoned))


def test_a_turn_ends_sprints_and_cowering() -> None:
    before = changed(changed(field(), "r1", sprinted=True), "r2", cowering=True)
    started = ev.TurnStarted(round_number=2, by="red")
    assert "no longer counts: r1 sprinted and r2 cowered" in said(before, started)
    assert "no longer counts" not in said(before, replace(started, by="blue"))


def test_groups_tell_who_is_near_whom() -> None:
    near = apply(field(), moved("r1", (10.0, 10.0), (25.0, 10.0)))
    formed = ev.FirefightFormed(units=("r1", "r2", "gun", "nobody"))
    assert "r1 and gun, " in said(near, formed)
    assert "r2 and gun, " not in said(near, formed)
    closer = apply(field(), moved("r1", (10.0, 10.0), (27.5, 10.0)))
    fight = ev.MeleeFormed(units=("r1", "r2", "gun"))
    assert "r1 and gun, " in said(closer, fight)
    assert "r2 and gun, " not in said(closer, fight)


def test_a_melee_tells_who_has_to_go() -> None:
    lost = ev.MeleeDecided(loser="red", losses=(1, 0))
    assert "every vehicle must break away (BW-42), and whoever of red" in said(field(), lost)
    drawn = replace(lost, loser=None, losses=(0, 0))
    assert rows(field(), drawn)[-1] == "every vehicle must break away (BW-42)"


@pytest.mark.clause("HR-27")
def test_objectives_tell_who_is_there() -> None:
    before = changed(field(), "r2", broken=True)
    told = said(before, ev.ObjectiveHeld(condition=0, rounds=1))
    assert 'within 4" of hill: r1 of red and r2 of red, broken and so not counting' in told
    away = apply(apply(before, ev.UnitExited(unit="r1", edge="left")), moved("r2", (30.0, 40.0)))
    assert "of hill: nobody" in said(away, ev.ObjectiveLost(condition=0))
    assert rows(before, ev.ObjectiveLost(condition=1))


def test_a_rout_tells_how_few_were_left() -> None:
    before = apply(field(), ev.UnitDestroyed(unit="r1", clause="FR-9"))
    told = said(before, ev.FormationRouted(formation="red-1"))
    assert "of 2 units 1 left, and the test was failed (BB-22)" in told


def test_a_digest_is_that_of_the_state_or_not() -> None:
    before = field()
    true = ev.TurnEnded(digest=state_digest(before))
    assert "the digest is that of the state the events lead to" in said(before, true)
    assert "another digest" in said(before, replace(true, digest="00"))


@pytest.mark.clause("HR-28")
def test_an_ending_tells_what_points_are_made_of() -> None:
    before = apply(field(), ev.UnitDestroyed(unit="tank", clause="BW-17"))
    ended = ev.BattleEnded(termination="rounds", winner="red", condition=None, score=(1.0, 0.0))
    told = said(before, ended)
    assert "HR-28: " in told
    assert "red 1: enemy units lost: tank; objectives held: hill (HR-28)" in told
    assert "blue 0: enemy units lost: none; objectives held: none (HR-28)" in told


def test_conditions_are_named_as_the_scenario_has_them() -> None:
    goals = [
        {"kind": "destroy", "side": "red", "unit": "tank"},
        {"kind": "destroy", "side": "red", "gun": "gun"},
        {"kind": "survive", "side": "blue", "round": 8},
    ]
    before = field(victory=goals)
    ended = ev.BattleEnded(termination="condition", winner="red", condition=0, score=(1.0, 0.0))
    assert "red wins by destroying tank (HR-27)" in said(before, ended)
    assert "destroying the gun gun" in said(before, replace(ended, condition=1))
    survived = replace(ended, condition=2, winner="blue")
    assert "surviving to the end of round 8" in said(before, survived)


def test_modifiers_without_a_known_cause_are_told_all_the_same() -> None:
    before = field()
    _, hit, *_ = shots(before, [4, 1, 3, 3])
    odd = replace(hit.rolls[0], modifiers=(Modifier("luck", 1, "HR-99"),))
    assert "+1 luck (HR-99)" in rows(before, replace(hit, rolls=(odd,)))
    unknown = replace(odd, purpose="to_dance")
    assert "to dance:" in rows(before, replace(hit, rolls=(unknown,)))


@pytest.mark.parametrize("kind", [ev.SuppressionEnded, ev.UnitRallied, ev.StunEnded])
def test_recoveries_name_their_clause(kind: Any) -> None:
    assert any(row.startswith("it passed its test (") for row in rows(field(), kind(unit="r1")))
