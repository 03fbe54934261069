"""Writing reports to files, of which none is overwritten unasked."""

from contextlib import suppress
from pathlib import Path

from sim.errors import UsageError

_KNOWN = (
    *(".svg", ".png", ".gif", ".jpg", ".jpeg", ".webp", ".bmp", ".tif", ".tiff", ".pdf"),
    *(".html", ".htm", ".txt", ".md", ".csv", ".json", ".jsonl", ".gz", ".yaml", ".yml", ".sqlite"),
)


def check_ending(path: Path | None, *endings: str) -> None:
    """Raise UsageError for a file whose name promises another format than these endings stand for.

    A name without an ending, or with one that stands for nothing known, promises none.
    """
    if path is not None and path.suffix.lower() in set(_KNOWN).difference(endings):
        names = " or ".join(str(path.with_suffix(ending)) for ending in endings)
        wanted = " or ".join(endings)
        raise UsageError(f"{path}: what is written there ends in {wanted}; name it {names}")


def write_text(path: Path, text: str, *, force: bool = False) -> None:
    """A new file of UTF-8 text.

    Raises UsageError when the file cannot be made, or exists and `force` is not given.
    """
    write_bytes(path, text.encode(), force=force)


def write_bytes(path: Path, data: bytes, *, force: bool = False) -> None:
    """A new file of bytes; of one that was not there nothing is left when it cannot be finished.

    Raises UsageError when the file cannot be made, or exists and `force` is not given.
    """
    is_new = not path.exists()
    try:
        with path.open("wb" if force else "xb") as out:
            out.write(data)
    except FileExistsError as problem:
        raise UsageError(f"{path} exists already; --force overwrites it") from problem
    except OSError as problem:
        if is_new:
            with suppress(OSError):
                path.unlink()
        raise UsageError(f"{path} cannot be written: {problem.strerror}") from problem


def make_folder(path: Path) -> None:
    """A folder with all above it, if it is not there; raises UsageError when it cannot be made."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"{path} cannot be made: {problem.strerror}") from problem
