"""What has faults is left out, and the rest is checked all the same."""

from typing import Any

from sim.scenario.faults import FaultLog
from sim.scenario.validate import validate
from tests.support.builders import document, unit

BLUE = [unit("b", "rifle-team", 20, 30)]


def left(*red: Any, **more: Any) -> tuple[list[str], FaultLog]:
    """The ids of the red units that are left, and the faults."""
    log = FaultLog("test")
    model = validate(document(red, BLUE, **more), log)
    assert model is not None
    return [u.id for u in model.sides[0].formations[0].units], log


def test_a_sound_document_is_left_whole() -> None:
    found, log = left(unit("r", "rifle-team", 10, 10))
    assert (found, log.is_partial, log.sorted()) == (["r"], False, ())


def test_a_unit_without_a_profile_is_left_out() -> None:
    found, log = left({"id": "r-1", "position": [1, 1]}, unit("r-2", "truck", 10, 10))
    assert (found, log.is_partial) == (["r-2"], True)


def test_a_faulty_key_alone_is_left_out_where_the_rest_can_stand() -> None:
    found, log = left(unit("r-1", "truck", float("inf"), 10, quality="odd"))
    assert found == ["r-1"]
    assert [fault.code for fault in log.sorted()] == ["not_finite", "unknown_value"]


def test_later_faults_keep_the_count_of_the_file() -> None:
    _, log = left({"id": "r-1"}, {"id": "r-2"}, unit("r-3", "truck", 10, 10))
    log.error(("sides", 0, "formations", 0, "units", 0), "odd", "this is odd")
    assert "sides[0].formations[0].units[2]" in [fault.path for fault in log.sorted()]


def test_a_faulty_table_does_not_hide_the_rest() -> None:
    found, log = left(unit("r", "truck", 10, 10), table={"width": -1}, rounds=None, name=3)
    assert found == ["r"]
    assert [fault.path for fault in log.sorted()] == [
        "name",
        "rounds",
        "table.height",
        "table.width",
    ]


def test_nothing_is_left_of_a_side_that_has_nothing_sound() -> None:
    log = FaultLog("test")
    assert validate(document([{"id": "r"}], BLUE), log) is None
    assert [fault.code for fault in log.sorted()] == ["missing_key"]
