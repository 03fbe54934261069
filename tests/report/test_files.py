"""Files of reports: written once, overwritten only when asked."""

from io import BytesIO
from pathlib import Path
from typing import NoReturn

import pytest

from sim.errors import UsageError
from sim.report.files import check_ending, write_text


def test_a_file_is_utf_8_with_plain_line_ends(tmp_path: Path) -> None:
    write_text(tmp_path / "a.svg", "é\n")
    assert (tmp_path / "a.svg").read_bytes() == "é\n".encode()


def test_an_existing_file_is_kept_unless_forced(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text("precious", encoding="utf-8")
    with pytest.raises(UsageError, match="--force"):
        write_text(path, "new")
    assert path.read_text(encoding="utf-8") == "precious"
    write_text(path, "new", force=True)
    assert path.read_text(encoding="utf-8") == "new"


def test_a_file_that_cannot_be_made_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write_text(tmp_path / "none" / "a.svg", "new")


class FullDisk(BytesIO):
    """A file that nothing can be written to."""

    def write(self, data: object) -> NoReturn:
        raise OSError(28, "No space left on device")


@pytest.mark.parametrize("is_new", [True, False])
def test_nothing_is_left_of_a_new_file_that_cannot_be_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_new: bool
) -> None:
    path = tmp_path / "a.svg"
    if not is_new:
        path.touch()

    def open_full(path: Path, _mode: str) -> BytesIO:
        path.touch()
        return FullDisk()

    monkeypatch.setattr(Path, "open", open_full)
    with pytest.raises(UsageError, match="No space"):
        write_text(path, "new", force=True)
    assert path.exists() is not is_new


@pytest.mark.parametrize("name", ["a.svg", "A.SVG", "a", "tmp.Xa3", "/dev/stdout"])
def test_a_name_that_promises_nothing_else_will_do(name: str) -> None:
    check_ending(Path(name), ".svg")


def test_a_name_that_promises_another_format_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match=r"ends in .html or .htm; name it a.html or a.htm"):
        check_ending(Path("a.PNG"), ".html", ".htm")
