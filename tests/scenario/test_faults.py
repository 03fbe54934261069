from sim.errors import Fault, ScenarioError
from sim.scenario.faults import (
    FaultLog,
    Places,
    faults_document,
    has_part,
    nearest,
    original,
    path_text,
)

PLACES = Places({(): (1, 1), ("a",): (2, 4), ("a", 0): (3, 5)}, {("a",): (2, 1)})


def test_a_fault_reads_like_a_message_of_a_compiler() -> None:
    log = FaultLog("x.yaml", PLACES)
    log.error(("a", 0), "odd", "this is odd", "make it even")
    assert str(log.sorted()[0]) == "x.yaml:3:5: odd: this is odd (make it even)"


def test_a_warning_says_so() -> None:
    log = FaultLog("x.yaml", PLACES)
    log.warning((), "odd", "this is odd")
    assert str(log.sorted()[0]) == "x.yaml:1:1: odd: warning: this is odd"
    assert not log.has_errors


def test_without_a_text_the_path_stands_for_the_place() -> None:
    log = FaultLog("<document>")
    log.error(("a", 0, "b"), "odd", "this is odd")
    log.error((), "odder", "this is odder")
    assert [str(fault) for fault in log.sorted()] == [
        "<document>: odder: this is odder",
        "<document>: a[0].b: odd: this is odd",
    ]


def test_the_place_of_what_is_missing_is_that_of_what_should_hold_it() -> None:
    assert PLACES.value(("a", 0, "b", "c")) == (3, 5)
    assert PLACES.value(("z",)) == (1, 1)
    assert PLACES.key(("a",)) == (2, 1)
    assert PLACES.key(("a", 0)) == (3, 5)


def test_paths_are_of_the_file_even_when_items_are_left_out() -> None:
    survivors = {("a",): [1, 3], ("a", 3, "b"): [2]}
    assert original(("a", 1, "b", 0, "c"), survivors) == ("a", 3, "b", 2, "c")
    log = FaultLog("x.yaml", PLACES)
    log.leave_out({("a",): [4]}, partial=True)
    log.error(("a", 0), "odd", "this is odd")
    assert log.sorted()[0].path == "a[4]"


def test_paths_read_like_code() -> None:
    assert path_text(("sides", 0, "units", 12, "id")) == "sides[0].units[12].id"
    assert path_text(()) == ""


def test_parts_are_keys_or_indices() -> None:
    assert has_part({"a": 1}, "a")
    assert has_part([1], 0)
    assert not has_part([1], 1)
    assert not has_part([1], "a")
    assert not has_part("abc", 0)


def test_the_nearest_name_is_suggested_whatever_the_case() -> None:
    assert nearest("Rifels", ["rifles", "smgs"]) == "did you mean 'rifles'?"
    assert nearest("xyz", ["rifles"]) is None


def _fault(file: str, line: int, severity: str = "error") -> Fault:
    return Fault(
        file=file,
        line=line,
        column=1,
        path="a",
        severity=severity,  # type: ignore[arg-type]
        code="odd",
        message="this is odd",
    )


def test_the_report_has_all_files_in_order() -> None:
    report = faults_document([_fault("b", 1), _fault("a", 9, "warning"), _fault("a", 2)])
    assert (report["format"], report["format_version"]) == ("skirmish-sim/faults", 1)
    assert [(row["file"], row["line"]) for row in report["faults"]] == [
        ("a", 2),
        ("a", 9),
        ("b", 1),
    ]
    assert report["faults"][1] == {
        "file": "a",
        "line": 9,
        "column": 1,
        "path": "a",
        "severity": "warning",
        "code": "odd",
        "message": "this is odd",
        "suggestion": None,
    }


def test_an_error_holds_and_shows_every_fault() -> None:
    error = ScenarioError([_fault("a", 2), _fault("b", 3)])
    assert len(error.faults) == 2
    assert str(error) == "a:2:1: odd: this is odd\nb:3:1: odd: this is odd"
