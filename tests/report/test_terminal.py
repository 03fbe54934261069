"""Exit codes, and what is said when a command fails."""

import io
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from sim.errors import Fault, LogError, ScenarioError, UsageError
from sim.report.terminal import exit_code_of, speak_utf8, tell

FAULT = Fault(
    file="a.yaml", line=3, column=5, path="rounds", severity="error", code="type", message="bad"
)


def raising(problem: BaseException) -> object:
    def command() -> NoReturn:
        raise problem

    return command


@pytest.mark.parametrize(
    ("problem", "code", "said"),
    [
        (UsageError("no such thing"), 2, "no such thing\n"),
        (ScenarioError([FAULT]), 3, "a.yaml:3:5: type: bad\n"),
        (LogError("cut off"), 3, "cut off\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (OSError(28, "No space left on device"), 1, "standard output: No space left on device\n"),
        (OSError(28, "No space left on device", "a.log"), 1, "a.log: No space left on device\n"),
        (OSError("the cluster is gone"), 1, "the cluster is gone\n"),
        (KeyError("x"), 1, "this is a fault of skirmish-sim itself: KeyError: 'x'\n"),
    ],
)
def test_a_failure_has_its_code_and_one_line(
    problem: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_code_of(raising(problem)) == code
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize(("word", "rows"), [("many", 3), ("a/b", 1)])
def test_wrong_usage_is_folded_to_a_page_unless_it_holds_a_path(
    word: str, rows: int, capsys: pytest.CaptureFixture[str]
) -> None:
    exit_code_of(raising(UsageError(f"there are {word} " + "words " * 30)))
    told = capsys.readouterr().err.splitlines()
    assert len(told) == rows
    assert (max(map(len, told)) <= 80) == (rows > 1)


@pytest.mark.parametrize("answer", [None, 4])
def test_a_command_may_name_its_code(answer: int | None) -> None:
    assert exit_code_of(lambda: answer) == (answer or 0)


@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (ValueError("odd"), "this is a fault of skirmish-sim itself: ValueError: odd"),
        (OSError(27, "File too large"), "standard output: File too large"),
    ],
)
def test_a_failure_of_the_tool_says_how_to_repeat_it(
    problem: Exception, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    problem.add_note("to repeat it: skirmish-sim run x --seed 7")
    exit_code_of(raising(problem))
    assert capsys.readouterr().err == f"{said}; to repeat it: skirmish-sim run x --seed 7\n"


def test_the_traceback_is_for_those_who_ask(capsys: pytest.CaptureFixture[str]) -> None:
    exit_code_of(raising(ValueError("odd")), verbose=True)
    assert "Traceback" in capsys.readouterr().err


def test_quiet_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    tell("once")
    tell("twice", quiet=True)
    assert capsys.readouterr().err == "once\n"


def test_streams_that_are_no_files_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    speak_utf8()
    sys.stdout.write("表")
    assert out.getvalue() == "表"


def test_streams_that_were_closed_swallow_what_they_are_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    speak_utf8()
    with sys.stdout, sys.stderr:
        assert sys.stdout.write("表") == 1
        tell("表")


def test_nothing_more_goes_into_a_closed_pipe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    with path.open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert exit_code_of(raising(BrokenPipeError())) == 0
        out.write("late")
    assert path.read_text() == ""
