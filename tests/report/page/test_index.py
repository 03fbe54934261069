"""Indexes of battles: of a folder of logs, and of a results file."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import sim
from sim.errors import LogError
from sim.report.page.index import page_name, write_index
from sim.runner.batch.experiment import Experiment, Ground
from sim.runner.batch.store import open_store
from tests.support.browser import Sheet
from tests.support.builders import document, unit
from tests.support.hostile import CLOSING, HOSTILE, hostile_log
from tests.support.pages import battle_bytes, log_of
from tests.support.rows import CELL, row


def write(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")


def write_new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def listed(folder: Path) -> Any:
    page = (folder / "index.html").read_text(encoding="utf-8")
    found = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three logs, one of them cut off, and the index of them."""
    made = tmp_path_factory.mktemp("battles")
    log_of(made, battle_bytes("walled-manor", "rounds=1"), "manor-10.jsonl")
    log_of(made, battle_bytes("walled-manor", "rounds=1")[:-1000], "manor-9.jsonl")
    log_of(made, battle_bytes("causeway-gun", "rounds=2"), "gun <1>.jsonl")
    (problem,) = write_index(made, made, write)
    assert "cut off" in problem
    return made


def test_a_folder_lists_every_log_with_its_page(folder: Path) -> None:
    battles = listed(folder)["battles"]
    assert [battle["name"] for battle in battles] == ["gun <1>", "manor-10", "manor-9"]
    assert all((folder / battle["page"]).is_file() for battle in battles)
    assert battles[2]["ending"] == "cut off"
    assert battles[1]["ending"] == "rounds"


def test_equal_tables_are_kept_once(folder: Path) -> None:
    found = listed(folder)
    assert len(found["grounds"]) == 2
    assert [battle["ground"] for battle in found["battles"]] == [0, 1, 1]


def test_a_damaged_log_is_listed_with_what_is_wrong(tmp_path: Path) -> None:
    log_of(tmp_path, b"no log\n")
    (problem,) = write_index(tmp_path, tmp_path, write)
    (battle,) = listed(tmp_path)["battles"]
    assert battle["page"] is None
    assert battle["ending"].startswith("battle.jsonl:1: not the header of a log")
    assert problem == f"{tmp_path}/{battle['ending']}"


def test_no_page_takes_the_place_of_another(tmp_path: Path) -> None:
    for name in ("a.jsonl", "a.jsonl.gz", "index.jsonl", "index.jsonl.gz"):
        log_of(tmp_path, battle_bytes("walled-manor", "rounds=1"), name)
    write_index(tmp_path, tmp_path, write_new)
    pages = [battle["page"] for battle in listed(tmp_path)["battles"]]
    assert pages == ["a.html", "a.jsonl.gz.html", "index.jsonl.html", "index.jsonl.gz.html"]


@pytest.mark.parametrize("sheet", [400, 1280], indirect=True)
def test_of_a_log_that_cannot_be_read_the_reason_is_shown_alone(
    sheet: Sheet, tmp_path: Path
) -> None:
    log_of(tmp_path, b"no log\n", f"{'far-too-long-' * 6}.jsonl")
    write_index(tmp_path, tmp_path, write)
    sheet.open(tmp_path / "index.html")
    assert sheet.text("#about") == "0 battles · 1 log not to be read"
    for column in ("round", "events", "seed"):
        assert sheet.text(f"#rows td[data-column='{column}']") == ""
    assert sheet.ask("document.documentElement.scrollWidth <= innerWidth")


def test_a_folder_without_logs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no log in it"):
        write_index(tmp_path, tmp_path, write)


def test_pages_are_named_after_logs() -> None:
    assert page_name(Path("a/b.c.jsonl.gz")) == "b.c.html"
    assert page_name(Path("plain")) == "plain.html"


def results_of(folder: Path, *rows: Any) -> Path:
    ford = document([unit("r", "rifle-team", 10, 10)], [unit("b", "rifle-team", 30, 10)])
    experiment = Experiment(
        program_version=sim.__version__,
        rules_digest="",
        seed=1,
        pairs=2,
        grounds=(Ground(name="the ford", document=ford, digest="f0"),),
        cells=(CELL,),
        battle_time=60.0,
    )
    path = folder / "ford.sqlite"
    with open_store(path, experiment) as store:
        for one in rows:
            store.put(one)
    return path


def test_a_results_file_lists_its_battles(tmp_path: Path) -> None:
    ends, deaths = (
        (("r", "red", "infantry", 12.0, 9.0),),
        (("b", "blue", "infantry", 30.0, 10.0, 2, "FR-9"),),
    )
    crashed = row(pair=1, status="crashed", problem="the worker died", termination=None)
    path = results_of(tmp_path, row("red", ends=ends, deaths=deaths), crashed)
    assert write_index(path, tmp_path, write) == []
    battle, failed = listed(tmp_path)["battles"]
    assert battle["winner"] == 0
    assert battle["dots"] == [[12.0, 9.0, 1, True], [30.0, 10.0, 0, False]]
    assert [side["lost"] for side in battle["sides"]] == [1, 1]
    assert failed["ending"] == "the worker died"


def test_battles_of_a_results_file_link_to_the_logs_that_were_kept(tmp_path: Path) -> None:
    log_of(tmp_path, battle_bytes("walled-manor", "rounds=1"), "0.jsonl")
    path = results_of(tmp_path, row("red", log="0.jsonl"), row("red", seat=1, log="gone.jsonl"))
    (missing,) = write_index(path, tmp_path, write)
    assert missing.endswith(
        "1 of its logs are not there any more, gone.jsonl for one; they get no page"
    )
    assert [battle["page"] for battle in listed(tmp_path)["battles"]] == ["0.html", None]


def names(sheet: Sheet) -> list[str]:
    return sheet.page.locator("#rows tr td:nth-child(2)").all_text_contents()


def test_the_list_is_sorted_by_a_click_and_back_by_another(sheet: Sheet, folder: Path) -> None:
    sheet.open(folder / "index.html")
    assert names(sheet) == ["gun <1>", "manor-9", "manor-10"]
    for order in ("ascending", "descending"):
        sheet.page.click("th button:has-text('Events')")
        assert sheet.page.locator(f"th[aria-sort='{order}']").count() == 1
        counts = [
            int(text)
            for text in sheet.page.locator("#rows td[data-column='events']").all_text_contents()
        ]
        assert counts == sorted(counts, reverse=order == "descending")


def test_words_narrow_the_list_and_links_lead_to_pages(sheet: Sheet, folder: Path) -> None:
    sheet.open(folder / "index.html")
    sheet.page.fill("#sought", "causeway greedy")
    assert names(sheet) == ["gun <1>"]
    assert sheet.page.locator("#rows .small").count() == 1
    sheet.page.click("#rows a")
    assert sheet.text("#name") == "The causeway gun"


def test_hostile_names_are_text_in_the_list_too(sheet: Sheet, tmp_path: Path) -> None:
    hostile_log(tmp_path)
    write_index(tmp_path, tmp_path, write)
    sheet.open(tmp_path / "index.html")
    assert HOSTILE in sheet.text("#rows")
    assert CLOSING in sheet.text("#rows")
    assert sheet.ask("document.images.length") == 0


@pytest.mark.parametrize("sheet", [400, 1280], indirect=True)
def test_the_list_fits_the_window(sheet: Sheet, folder: Path) -> None:
    sheet.open(folder / "index.html")
    assert sheet.ask("document.documentElement.scrollWidth <= innerWidth")


def test_a_long_list_is_shown_a_hundred_at_a_time(sheet: Sheet, tmp_path: Path) -> None:
    path = results_of(tmp_path, *(row("red", pair=number) for number in range(130)))
    write_index(path, tmp_path, write)
    sheet.open(tmp_path / "index.html")
    assert len(names(sheet)) == 100
    sheet.page.click("#more")
    assert len(names(sheet)) == 130
