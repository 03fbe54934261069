"""A short name for a state: equal states have equal digests on every machine."""

from hashlib import blake2b

import msgspec

from sim.geometry.footprints import Footprint
from sim.state.battle import BattleState

_ENCODER = msgspec.json.Encoder()
DIGEST_BYTES = 16


def state_digest(state: BattleState) -> str:
    """A digest of everything a battle can change, as hexadecimal digits."""
    rows = [
        (*_place(unit.footprint), unit.fate, unit.fate_round, unit.broken, unit.suppressed,
         unit.cowering, unit.moved, unit.sprinted, unit.stunned, unit.immobilized, unit.buttoned,
         unit.dug_in, unit.serves, unit.exit)
        for unit in state.units
    ]  # fmt: skip
    guns = [(*_place(gun.footprint), gun.fate, gun.crew) for gun in state.guns]
    moment = (state.round, state.turn, state.active, state.phase, state.acted, state.fired)
    marks = (state.wounded, state.fallen, state.held)
    return digest_of(_ENCODER.encode((moment, marks, rows, guns)))


def digest_of(data: bytes) -> str:
    """The digest of some bytes."""
    return blake2b(data, digest_size=DIGEST_BYTES).hexdigest()


def _place(footprint: Footprint) -> tuple[float, float, float]:
    return (footprint.x, footprint.y, footprint.facing)
