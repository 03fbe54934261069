"""Files of reports: written once, overwritten only when asked."""

from pathlib import Path

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


@pytest.mark.parametrize("name", ["a.svg", "A.SVG", "a", "tmp.Xa3", "/dev/stdout"])
def test_a_name_that_promises_nothing_else_will_do(name: str) -> None:
    check_ending(Path(name), ".svg")


def test_a_name_that_promises_another_format_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match=r"ends in .html or .htm; name it a.html or a.htm"):
        check_ending(Path("a.PNG"), ".html", ".htm")
