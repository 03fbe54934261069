"""Lines of a log: what goes in comes out, and nothing else goes in."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given

from sim.replay.codec import (
    Footer,
    Stamp,
    decode_header,
    decode_line,
    digested_part,
    encode,
    encode_event,
    rules_digest,
)
from sim.state.apply import EVENT_TYPES
from sim.state.events import TurnEnded
from tests.support.any_events import any_event, values_of
from tests.support.logs import active, header, skirmish

START = skirmish().start


@given(any_event())
def test_every_event_survives_its_line(event: Any) -> None:
    stamp, again = decode_line(encode_event(3, event, START))
    assert again == event
    assert stamp == Stamp(n=3, round=0, side="red", phase="setup")


@pytest.mark.parametrize("kind", EVENT_TYPES, ids=lambda kind: kind.__name__)
def test_no_event_has_a_field_of_the_stamp(kind: type[msgspec.Struct]) -> None:
    assert not set(kind.__struct_fields__) & {"n", "kind", "round", "side", "phase"}


def test_the_stamp_names_the_active_side_and_phase() -> None:
    state = active(START, 1, "shooting")
    line = json.loads(encode_event(9, TurnEnded(digest="00"), state))
    expected = {"n": 9, "round": 0, "side": "blue", "phase": "shooting", "kind": "turn_ended"}
    assert line == expected | {"digest": "00"}


def test_a_line_is_compact() -> None:
    line = encode_event(1, TurnEnded(digest="00"), START)
    assert b" " not in line
    assert b"\n" not in line


@given(values_of(str))
def test_an_unknown_kind_is_no_event(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode_line(json.dumps({"n": 1, "kind": f"no {text}"}).encode())


def test_a_footer_has_no_stamp() -> None:
    footer = Footer(events=4, digest="ab")
    assert decode_line(encode(footer)) == (None, footer)


def test_a_header_survives_its_line() -> None:
    assert decode_header(encode(header())) == header()


def test_versions_stand_outside_the_digest() -> None:
    other = msgspec.structs.replace(header(), versions={"python": "4.0"})
    assert digested_part(other) == digested_part(header())


def test_the_seed_stands_inside_the_digest() -> None:
    other = msgspec.structs.replace(header(), seed=8)
    assert digested_part(other) != digested_part(header())


def test_the_rules_have_one_digest() -> None:
    assert len(rules_digest()) == 32
    assert rules_digest() == rules_digest()
