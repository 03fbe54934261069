"""Simultaneous exchanges: every attack on the state before, the effects by target (HR-37)."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from sim.dice import Dice
from sim.rules.attack import Attack, Strike, hit_events, next_attack, resolve_hits, roll_to_hit
from sim.rules.hits import condition_of
from sim.state.battle import BattleState
from sim.state.events import Event

Announce = Callable[[Attack, Strike], Event]


def resolve_exchange(
    state: BattleState, attacks: Iterable[Attack], dice: Dice, announce: Announce
) -> list[Event]:
    """All to-hit dice first, in the order of the attacks; then the effects, in file order of the
    targets, each attack on a target after the other.
    """
    struck = [(attack, roll_to_hit(attack, dice)) for attack in attacks]
    events = [announce(attack, strike) for attack, strike in struck]
    index = state.roster.unit_index
    for target in sorted({index[attack.target] for attack, _ in struck}):
        on_target = [pair for pair in struck if index[pair[0].target] == target]
        events.extend(_effects(state, target, on_target, dice))
    return events


def _effects(
    state: BattleState, target: int, struck: Sequence[tuple[Attack, Strike]], dice: Dice
) -> Iterator[Event]:
    """The hits on one target, attack after attack; RU-13 runs through them."""
    condition = condition_of(state, target)
    for attack, strike in struck:
        condition, effects = resolve_hits(attack, strike.hits, condition, dice)
        yield from hit_events(attack, strike.hits, effects)
        condition = next_attack(condition)
