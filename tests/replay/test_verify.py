"""Whether a log is true, and what is wrong with one that is not."""

import gzip
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from sim.errors import LogError, LogVersionError
from sim.replay.verify import Finding, verify
from tests.support.logs import skirmish
from tests.support.replays import (
    crowded,
    edited,
    first_of,
    fought,
    joined,
    lines_of,
    other_face,
    resealed,
    written,
)

LINES = lines_of(crowded())
EVENTS = len(LINES) - 2


def found_in(folder: Path, data: bytes, **options: Any) -> Finding:
    return verify(written(folder, data), **options)


def farther(event: Any) -> None:
    event["path"][-1][0] += 0.5


def a_new_modifier(event: Any) -> None:
    event["rolls"][0]["modifiers"].append({"name": "moved", "value": 1, "clause": "BB-13"})


EDITS = {
    "die": ("weapon_fired", other_face),
    "position": ("unit_moved", farther),
    "modifier": ("weapon_fired", a_new_modifier),
}


def test_a_whole_log_is_true(tmp_path: Path) -> None:
    found = found_in(tmp_path, crowded())
    assert (found.status, found.events, found.is_sealed) == ("same", EVENTS, True)
    assert found.is_same


def test_a_packed_log_is_true(tmp_path: Path) -> None:
    assert found_in(tmp_path, gzip.compress(crowded())).is_same


@pytest.mark.parametrize("what", EDITS)
def test_one_edit_breaks_the_seal_and_is_found_in_its_event(tmp_path: Path, what: str) -> None:
    kind, change = EDITS[what]
    number = first_of(crowded(), kind)
    found = found_in(tmp_path, edited(crowded(), number, change))
    assert (found.status, found.events, found.is_sealed) == ("edited", number - 1, False)
    assert found.difference is not None
    assert found.difference.number == number


@pytest.mark.parametrize("players", [{}, {"red": "null"}, {"red": "null", "green": "null"}])
def test_a_header_with_players_of_other_sides_is_damaged(tmp_path: Path, players: Any) -> None:
    changed = edited(crowded(), 0, lambda header: header.update(players=players))
    with pytest.raises(LogError, match=r":1: the header has players for .*; the sides are blue"):
        found_in(tmp_path, resealed(changed))


def test_an_edited_position_shows_in_the_state(tmp_path: Path) -> None:
    number = first_of(crowded(), "unit_moved")
    found = found_in(tmp_path, edited(crowded(), number, farther))
    unit = json.loads(LINES[number])["unit"]
    assert [(change.who, change.field) for change in found.changes] == [(unit, "x")]
    assert found.changes[0].a == found.changes[0].b + 0.5


@pytest.mark.parametrize("what", EDITS)
def test_an_edit_with_a_new_seal_is_found_all_the_same(tmp_path: Path, what: str) -> None:
    kind, change = EDITS[what]
    number = first_of(crowded(), kind)
    found = found_in(tmp_path, resealed(edited(crowded(), number, change)))
    assert found.is_sealed
    assert found.difference is not None
    assert found.difference.number == number


@pytest.mark.parametrize("what", ["die", "position"])
def test_dice_and_digests_give_a_rewritten_log_away(tmp_path: Path, what: str) -> None:
    kind, change = EDITS[what]
    number = first_of(crowded(), kind)
    found = found_in(tmp_path, resealed(edited(crowded(), number, change)))
    assert found.status == "rewritten"


def test_an_event_that_fits_no_state_gives_a_rewritten_log_away(tmp_path: Path) -> None:
    number = first_of(crowded(), "unit_destroyed")
    data = edited(crowded(), number, lambda event: event.update(unit="nobody"))
    found = found_in(tmp_path, resealed(data))
    assert found.status == "rewritten"
    assert found.logged_after is not None


def test_a_consistent_log_of_another_battle_differs_honestly(tmp_path: Path) -> None:
    number = first_of(crowded(), "weapon_fired")
    data = edited(crowded(), number, lambda event: event.update(distance=1.0))
    found = found_in(tmp_path, resealed(data))
    assert found.status == "differs"


def test_another_kind_of_event_is_no_matter_of_dice(tmp_path: Path) -> None:
    number = first_of(crowded(), "unit_cowered")
    lines = lines_of(crowded())
    event = json.loads(lines[number])
    event.update(kind="unit_rallied")
    lines[number] = json.dumps(event, separators=(",", ":")).encode()
    assert found_in(tmp_path, resealed(joined(lines))).status == "rewritten"


def test_a_difference_under_other_rules_is_said_to_be_one(tmp_path: Path) -> None:
    number = first_of(crowded(), "weapon_fired")
    data = edited(crowded(), number, other_face)
    data = edited(data, 0, lambda header: header.update(rules_digest="00", program_version="0.0.9"))
    found = found_in(tmp_path, resealed(data))
    assert found.status == "other_rules"
    assert found.has_other_rules
    assert [change.a for change in found.other_versions] == ["0.0.9"]


def test_a_true_log_of_other_rules_is_true(tmp_path: Path) -> None:
    data = edited(crowded(), 0, lambda header: header.update(rules_digest="00"))
    found = found_in(tmp_path, resealed(data))
    assert found.is_same
    assert found.has_other_rules


def test_other_libraries_are_named_and_change_nothing(tmp_path: Path) -> None:
    data = edited(crowded(), 0, lambda header: header["versions"].update(python="4.0"))
    found = found_in(tmp_path, data)
    assert found.is_same
    assert [(change.field, change.a) for change in found.other_versions] == [
        ("versions.python", "4.0")
    ]


def test_an_edited_header_breaks_the_seal(tmp_path: Path) -> None:
    data = edited(crowded(), 0, lambda header: header["players"].update(red="champion"))
    found = found_in(tmp_path, data)
    assert (found.status, found.events, found.difference) == ("edited", EVENTS, None)


def test_a_scenario_that_is_not_the_one_of_its_digest_is_edited(tmp_path: Path) -> None:
    data = edited(crowded(), 0, lambda header: header["scenario"].update(description="a parade"))
    found = found_in(tmp_path, resealed(data))
    assert (found.status, found.is_sealed) == ("edited", True)
    assert "not the one that its digest names" in found.problems[0]


def test_another_seed_in_the_header_throws_other_dice(tmp_path: Path) -> None:
    data = edited(crowded(), 0, lambda header: header.update(seed=6))
    assert found_in(tmp_path, resealed(data)).status == "rewritten"


def test_a_log_written_in_another_way_is_the_same_but_for_its_seal(tmp_path: Path) -> None:
    lines = lines_of(crowded())
    lines[3] = lines[3].replace(b",", b", ")
    found = found_in(tmp_path, joined(lines))
    assert (found.status, found.events, found.difference) == ("edited", EVENTS, None)


@pytest.mark.parametrize("kept", [2, 40, EVENTS])
def test_a_log_cut_between_lines_is_true_as_far_as_it_goes(tmp_path: Path, kept: int) -> None:
    found = found_in(tmp_path, joined(LINES[: kept + 1]))
    assert (found.status, found.events, found.is_sealed) == ("cut_off", kept, None)
    assert "no footer" in found.problems[0]


def test_a_log_cut_in_a_line_is_true_as_far_as_it_goes(tmp_path: Path) -> None:
    found = found_in(tmp_path, joined(LINES[:60])[:-9])
    assert (found.status, found.events) == ("cut_off", 58)


def test_a_packed_log_cut_in_half_is_true_as_far_as_it_goes(tmp_path: Path) -> None:
    packed = gzip.compress(crowded())
    found = found_in(tmp_path, packed[: len(packed) // 2])
    assert found.status == "cut_off"
    assert 0 < found.events < EVENTS


def test_an_edit_in_a_log_that_is_cut_off_is_found(tmp_path: Path) -> None:
    number = first_of(crowded(), "weapon_fired")
    lines = lines_of(edited(crowded(), number, other_face))
    found = found_in(tmp_path, joined(lines[: number + 5]))
    assert (found.status, found.is_sealed) == ("rewritten", None)


def test_a_log_that_ends_before_its_battle_differs(tmp_path: Path) -> None:
    found = found_in(tmp_path, resealed(joined([*LINES[:50], LINES[-1]])))
    assert found.status == "differs"
    assert found.difference is not None
    assert found.difference.logged is None
    assert found.difference.number == 50


def test_a_log_that_ends_where_an_order_is_due_differs(tmp_path: Path) -> None:
    number = first_of(crowded(), "order_given")
    found = found_in(tmp_path, resealed(joined([*LINES[:number], LINES[-1]])))
    assert found.difference is not None
    assert (found.difference.logged, found.difference.replayed) == (None, None)


def test_a_log_that_goes_on_after_its_battle_differs(tmp_path: Path) -> None:
    more = LINES[1].replace(b'"n":1,', b'"n":%d,' % (EVENTS + 1))
    found = found_in(tmp_path, resealed(joined([*LINES[:-1], more, LINES[-1]])))
    assert found.difference is not None
    assert found.difference.number == EVENTS + 1
    assert found.difference.replayed is None


def test_an_event_in_place_of_an_order_differs(tmp_path: Path) -> None:
    number = first_of(crowded(), "order_given")
    data = edited(crowded(), number, lambda event: event.clear())
    line = b'{"n":%d,"round":1,"side":"red","phase":"start","kind":"turn_ended","digest":""}'
    lines = lines_of(data)
    lines[number] = line % number
    found = found_in(tmp_path, resealed(joined(lines)))
    assert found.difference is not None
    assert (found.difference.number, found.difference.replayed) == (number, None)


def test_damage_is_no_difference(tmp_path: Path) -> None:
    found = found_in(tmp_path, joined([*LINES[:50], b'{"n":50,#', *LINES[51:]]))
    assert (found.status, found.events, found.difference) == ("damaged", 49, None)
    assert "51: damaged line" in found.problems[0]


def test_a_missing_line_is_damage(tmp_path: Path) -> None:
    found = found_in(tmp_path, joined([*LINES[:50], *LINES[51:]]))
    assert (found.status, found.events) == ("damaged", 49)


def test_damage_behind_a_difference_hides_none_of_it(tmp_path: Path) -> None:
    number = first_of(crowded(), "weapon_fired")
    lines = lines_of(edited(crowded(), number, other_face))
    found = found_in(tmp_path, joined([*lines[: number + 20], b"#", *lines[number + 21 :]]))
    assert found.status == "damaged"
    assert found.difference is not None
    assert found.difference.number == number


@pytest.mark.parametrize("kind", ["unit_moved", "hit_resolved"])
def test_lenience_goes_on_behind_damage(tmp_path: Path, kind: str) -> None:
    number = first_of(crowded(), kind)
    data = joined([*LINES[:number], b"#", *LINES[number + 1 :]])
    found = found_in(tmp_path, data, lenient=True)
    assert (found.status, found.events, found.unread) == ("damaged", EVENTS - 1, 1)


def test_lenience_cannot_guess_an_order(tmp_path: Path) -> None:
    number = first_of(crowded(), "order_given")
    data = joined([*LINES[:number], b"#", *LINES[number + 1 :]])
    found = found_in(tmp_path, data, lenient=True)
    assert (found.status, found.events) == ("damaged", number - 1)
    assert f"the order in event {number} cannot be read" in found.problems


def test_lenience_leaves_a_line_out_that_stands_there_twice(tmp_path: Path) -> None:
    found = found_in(tmp_path, joined([*LINES[:50], LINES[49], *LINES[50:]]), lenient=True)
    assert (found.status, found.events) == ("damaged", EVENTS)


def test_lenience_still_sees_an_edit(tmp_path: Path) -> None:
    number = first_of(crowded(), "weapon_fired")
    found = found_in(tmp_path, edited(crowded(), number, other_face), lenient=True)
    assert found.status == "edited"


def test_a_log_of_a_newer_format_is_refused_by_name(tmp_path: Path) -> None:
    data = edited(crowded(), 0, lambda header: header.update(format_version=99))
    with pytest.raises(LogVersionError, match="version 99"):
        found_in(tmp_path, data)


def test_a_scenario_of_other_rules_that_cannot_be_played_is_refused_by_name(tmp_path: Path) -> None:
    def newer(header: Any) -> None:
        header.update(rules_digest="00", program_version="9.8")
        header["scenario"]["weather"] = "fog"

    with pytest.raises(LogVersionError, match=r"skirmish-sim 9\.8 under other rules"):
        found_in(tmp_path, edited(crowded(), 0, newer))


def test_a_scenario_that_cannot_be_played_is_an_error(tmp_path: Path) -> None:
    data = edited(crowded(), 0, lambda header: header["scenario"].update(weather="fog"))
    with pytest.raises(LogError, match="the header holds no scenario"):
        found_in(tmp_path, data)


def peak_of(folder: Path, rounds: int) -> tuple[int, int]:
    """The size of a log of passes, and the most memory that verifying it takes."""
    path = written(folder, fought(skirmish(rounds=rounds), "null"), f"{rounds}.jsonl")
    tracemalloc.start()
    assert verify(path).is_same
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return path.stat().st_size, peak


def test_verifying_takes_no_more_memory_for_a_longer_log(tmp_path: Path) -> None:
    peak_of(tmp_path, 20)
    size, peak = peak_of(tmp_path, 40)
    longer, peak_of_longer = peak_of(tmp_path, 400)
    assert longer > 8 * size
    assert peak_of_longer < peak + (longer - size) / 20
