"""Writing reports to files, of which none is overwritten unasked."""

from pathlib import Path

from sim.errors import UsageError


def write_text(path: Path, text: str, *, force: bool = False) -> None:
    """A new file of UTF-8 text.

    Raises UsageError when the file cannot be made, or exists and `force` is not given.
    """
    try:
        with path.open("w" if force else "x", encoding="utf-8", newline="\n") as out:
            out.write(text)
    except FileExistsError as problem:
        raise UsageError(f"{path} exists already; --force overwrites it") from problem
    except OSError as problem:
        raise UsageError(f"{path} cannot be written: {problem.strerror}") from problem
