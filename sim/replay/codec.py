"""The lines of a log: a header, an event a line, a footer; compact JSON, the same bytes anywhere.

An event line is the event itself with a stamp in front: its number, and the round, active side
and phase in which it stands.
"""

import platform
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, UnsetType

import sim
from sim.dice import GREATEST_SEED
from sim.state.battle import BattleState
from sim.state.digest import digest_of
from sim.state.events import Event

FORMAT: Final = "skirmish-sim/log"
FORMAT_VERSION: Final = 1

_LIBRARIES = ("msgspec", "numpy", "shapely")
_RULE_LAYERS = ("geometry", "battlefield", "state", "rules", "scenario", "data", "engine")
_RULE_FILES = ("*.py", "*.toml", "*.yaml")


class Preamble(msgspec.Struct, frozen=True):
    """What the first line of any version's log says: enough to tell whether it can be read."""

    format: str
    format_version: int
    program_version: str = "of unknown version"


Seed = Annotated[int, Meta(ge=0, le=GREATEST_SEED)]


class Parent(msgspec.Struct, frozen=True):
    """The log that a battle was continued from: its running digest, and its seed.

    `event` is the first that is the battle's own. A parent that was itself continued names its
    own, with the event at which that one ended.
    """

    digest: str
    event: int
    seed: Seed
    parent: "Parent | UnsetType" = UNSET


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line: everything needed to play the battle again.

    `rules_digest` names the code of the rules; `versions` stands outside every digest. A battle
    continued from another has a `parent`; `seed` is then that of the dice from its event on.
    """

    format: str = FORMAT
    format_version: int = FORMAT_VERSION
    program_version: str = sim.__version__
    rules_digest: str
    scenario: dict[str, Any]
    scenario_digest: str
    seed: Seed
    players: dict[str, str]
    versions: dict[str, str]
    parent: Parent | UnsetType = UNSET


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """Where an event stands: its number from 1, the round, the active side and the phase."""

    n: int
    round: int
    side: str
    phase: str


class Footer(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind", tag="footer"):
    """The last line; without it a log is cut off. `digest` covers header and events."""

    events: int
    digest: str


_ENCODER = msgspec.json.Encoder()
_EVENTS = msgspec.json.Decoder(Event | Footer)
_STAMPS = msgspec.json.Decoder(Stamp)
_PREAMBLES = msgspec.json.Decoder(Preamble)
_HEADERS = msgspec.json.Decoder(Header)


def encode(value: Header | Footer) -> bytes:
    """The line of a header or footer, without its end."""
    return _ENCODER.encode(value)


def encode_event(number: int, event: Event, state: BattleState) -> bytes:
    """The line of an event, given the state after it."""
    side = state.roster.sides[state.active].id
    stamp = f'{{"n":{number},"round":{state.round},"side":"{side}","phase":"{state.phase}",'
    return stamp.encode() + _ENCODER.encode(event)[1:]


def decode_preamble(line: bytes) -> Preamble:
    """The start of a header of any version; raises `msgspec.DecodeError` for anything else."""
    return _PREAMBLES.decode(line)


def decode_header(line: bytes) -> Header:
    """The header of a line; raises `msgspec.DecodeError` for anything else."""
    return _HEADERS.decode(line)


def decode_line(line: bytes) -> tuple[Stamp | None, Event | Footer]:
    """The event of a line with its stamp, or the footer; raises `msgspec.DecodeError`."""
    value = _EVENTS.decode(line)
    if isinstance(value, Footer):
        return None, value
    return _STAMPS.decode(line), value


def digested_part(header: Header) -> bytes:
    """What the running digest takes of a header: all but the versions."""
    return encode(msgspec.structs.replace(header, versions={}))


@lru_cache(maxsize=1)
def rules_digest() -> str:
    """A digest of the code and data that decide what happens in a battle."""
    root = Path(sim.__file__).parent
    files = [root / "dice.py"]
    for layer in _RULE_LAYERS:
        files += sorted(file for kind in _RULE_FILES for file in (root / layer).rglob(kind))
    return digest_of(b"".join(file.read_bytes().replace(b"\r\n", b"\n") for file in files))


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """The versions of Python and of the libraries that numbers pass through."""
    return {"python": platform.python_version()} | {name: version(name) for name in _LIBRARIES}
