"""How the command line ends: streams that speak UTF-8, complaints in one line, exit codes."""

import io
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TextIO

from sim.errors import LogError, ScenarioError, UsageError

DONE = 0
FAILED = 1
USAGE = 2
INVALID = 3
FORFEITED = 4
DIFFERENT = 5
INTERRUPTED = 130


def speak_utf8() -> None:
    """Write UTF-8 to both streams whatever the locale; what is no text comes out as it went in.

    A stream that was closed before the program began swallows what it is given.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def _nowhere() -> TextIO:
    return os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def tell(message: str, *, quiet: bool = False) -> None:
    """Say something on stderr, where it is no part of the data; if it is full, to nobody."""
    if quiet:
        return
    try:
        sys.stderr.write(message + "\n")
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def advise(message: str) -> None:
    """Tell what is wrong with a command, folded to a page; what may hold a path stays one line."""
    from sim.report.lines import Line, fold, page_width

    rows = [message] if "/" in message else fold(Line(message), page_width(sys.stderr))
    tell("\n".join(rows))


def exit_code_of(command: Callable[[], int | None], *, verbose: bool = False) -> int:
    """The exit code of a command; what it raises is told on stderr, wrong usage as advice.

    A closed pipe ends quietly. The notes of an exception are told with it: what may help, or how to
    reproduce a failure of the tool. With `verbose` such a failure shows its traceback as well.
    """
    try:
        code = command() or DONE
        sys.stdout.flush()
    except UsageError as problem:
        advise(str(problem))
        return USAGE
    except (ScenarioError, LogError) as problem:
        return _complain(_with_notes(problem, str(problem)), INVALID)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except BrokenPipeError:
        _discard(sys.stdout)
        return DONE
    except OSError as problem:
        _discard(sys.stdout)
        return _complain(_with_notes(problem, _failure(problem)), FAILED)
    except Exception as problem:
        if verbose:
            traceback.print_exc()
        text = f"this is a fault of skirmish-sim itself: {type(problem).__name__}: {problem}"
        return _complain(_with_notes(problem, text), FAILED)
    return code


def _failure(problem: OSError) -> str:
    """What cannot be used, and why; what names no file is what is printed."""
    if problem.strerror is None:
        return str(problem)
    return f"{problem.filename or 'standard output'}: {problem.strerror}"


def _with_notes(problem: Exception, text: str) -> str:
    return "; ".join([text, *getattr(problem, "__notes__", ())])


def _complain(problem: Any, code: int) -> int:
    tell(str(problem))
    return code


def _discard(stream: TextIO) -> None:
    """Leave nothing for the interpreter to flush where nothing can be written."""
    with suppress(OSError, ValueError):
        stream.flush()
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
