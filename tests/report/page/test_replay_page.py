"""The replay page in a real browser: its table, its controls, and the state it holds."""

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.support.browser import Sheet
from tests.support.hostile import BACKWARDS, CLOSING, HOSTILE, SCRIPTS, hostile_log
from tests.support.long_logs import long_log
from tests.support.pages import (
    battle_bytes,
    document_in,
    log_of,
    page_of,
    rows_along,
)
from tests.support.shipped import SHIPPED

SAME_STATES = """(states) => {
  const differing = [];
  for (const n of [...states.keys(), ...[...states.keys()].reverse()]) {
    const rows = replay.course.seek(n);
    if (JSON.stringify(rows) !== JSON.stringify(states[n])) differing.push(n);
  }
  return differing;
}"""
SAME_TABLES = """() => {
  const drawn = () => Object.values(replay.table.layers).map((layer) => layer.innerHTML).join("");
  const there = [], differing = [];
  for (let n = 0; n <= replay.course.length; n += 1) { replay.seek(n); there.push(drawn()); }
  for (let n = replay.course.length; n >= 0; n -= 1) {
    replay.seek(n);
    if (drawn() !== there[n]) differing.push(n);
  }
  return { differing, kinds: new Set(there).size };
}"""
SEEKS = """(places) => places.map((n) => {
  const before = changes.count, start = performance.now();
  replay.seek(n);
  document.body.getBoundingClientRect();
  return [changes.count - before, performance.now() - start];
})"""
TOO_WIDE = """() => data.events.map((event, i) => i + 1).filter((n) => {
  replay.seek(n);
  return document.documentElement.scrollWidth > innerWidth;
})"""
MOST_CHANGES = 1200
BEAT = 700  # milliseconds of an event at single speed


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of two rounds at the causeway."""
    folder = tmp_path_factory.mktemp("short")
    return page_of(log_of(folder, battle_bytes("causeway-gun", "rounds=2")))


def states_of(log: Path) -> Any:
    return json.loads(msgspec.json.encode(rows_along(log)))


def test_every_state_is_the_one_that_apply_gives(sheet: Sheet, short: Path) -> None:
    states = states_of(short.with_suffix(".jsonl"))
    assert sheet.open(short).ask(SAME_STATES, states) == []


def test_forwards_and_backwards_give_the_same_table(sheet: Sheet, short: Path) -> None:
    found = sheet.open(short).ask(SAME_TABLES)
    assert found["differing"] == []
    assert found["kinds"] > 20


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_whole_battles_hold_every_state_both_ways(sheet: Sheet, tmp_path: Path, name: str) -> None:
    log = log_of(tmp_path, battle_bytes(name))
    sheet.open(page_of(log))
    assert sheet.ask(SAME_STATES, states_of(log)) == []
    assert sheet.ask(SAME_TABLES)["differing"] == []


@pytest.mark.slow
def test_fifty_thousand_events_are_sought_with_few_changes(
    sheet: Sheet, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = long_log(tmp_path, 50_000)
    sheet.open(page_of(log))
    loaded = sheet.ask("performance.getEntriesByType('navigation')[0].domInteractive")
    seeks = sheet.ask(SEEKS, [50_000, 0, 25_000, 25_001, 49_999, 12_345, 1])
    slowest = max(milliseconds for _, milliseconds in seeks)
    with capsys.disabled():
        sys.stdout.write(f"\nloaded in {loaded:.0f} ms, sought in {slowest:.1f} ms at most\n")
    assert sheet.text("#total") == "of 50000"
    assert max(count for count, _ in seeks) < MOST_CHANGES


def test_a_long_battle_is_sought_with_few_changes(sheet: Sheet, tmp_path: Path) -> None:
    log = long_log(tmp_path, 1_400)
    states = rows_along(log)
    sheet.open(page_of(log))
    seeks = sheet.ask(SEEKS, [1_400, 0, 701, 1])
    assert max(count for count, _ in seeks) < MOST_CHANGES
    for n in (1_250, 499, 1_000):
        sheet.ask("(n) => replay.seek(n)", n)
        assert sheet.ask("replay.course.rows") == json.loads(msgspec.json.encode(states[n]))


def test_keys_step_through_the_battle(sheet: Sheet, short: Path) -> None:
    sheet.open(short)
    length = sheet.ask("replay.course.length")
    for key, place in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", length),
        ("Home", 0),
        ("PageDown", 1),
    ):
        sheet.page.keyboard.press(key)
        assert sheet.ask("replay.at") == place


def test_space_plays_and_pauses(sheet: Sheet, short: Path) -> None:
    sheet.hold_time().open(short)
    sheet.page.keyboard.press(" ")
    sheet.let_pass(5 * BEAT)
    sheet.page.keyboard.press(" ")
    reached = sheet.ask("replay.at")
    assert reached > 3
    assert sheet.page.get_attribute("#play", "aria-pressed") == "false"
    sheet.let_pass(5 * BEAT)
    assert sheet.ask("replay.at") == reached


def test_speed_is_the_number_of_events_in_a_time(sheet: Sheet, short: Path) -> None:
    sheet.hold_time().open(short)
    reached = []
    for speed in ("0.5", "1", "16"):
        sheet.page.keyboard.press("Home")
        sheet.page.select_option("#speed", speed)
        sheet.page.click("#play")
        sheet.let_pass(4 * BEAT)
        sheet.page.click("#play")
        reached.append(sheet.ask("replay.at"))
    assert reached == sorted(set(reached))


def test_playing_ends_with_the_battle_and_begins_anew(sheet: Sheet, short: Path) -> None:
    sheet.hold_time().open(short)
    sheet.ask("replay.seek(replay.course.length - 1)")
    sheet.page.click("#play")
    sheet.let_pass(2 * BEAT)
    assert sheet.ask("replay.timer") is None
    assert sheet.ask("replay.at === replay.course.length")
    sheet.page.click("#play")
    assert sheet.ask("replay.at") == 0
    sheet.let_pass(BEAT)
    assert 0 < sheet.ask("replay.at") < sheet.ask("replay.course.length")


def test_the_end_names_the_winner(sheet: Sheet, short: Path) -> None:
    sheet.open(short)
    sheet.page.keyboard.press("End")
    assert sheet.text("#clock") == "Round 2 of 2: Causeway guard wins"


def test_an_address_leads_to_its_event_and_follows_it(sheet: Sheet, short: Path) -> None:
    sheet.open(short, "#e=12")
    assert sheet.ask("replay.at") == 12
    sheet.ask("location.hash = 'e=7'")
    sheet.wait_until("replay.at === 7")
    sheet.page.click("#forth")
    sheet.wait_until("location.hash === '#e=8'")


def test_the_number_and_the_graph_lead_to_events(sheet: Sheet, short: Path) -> None:
    sheet.open(short)
    sheet.page.fill("#number", "9")
    sheet.page.press("#number", "Enter")
    assert sheet.ask("replay.at") == 9
    sheet.page.locator("#graph").click(position={"x": 400, "y": 30})
    assert sheet.ask("replay.at") == sheet.ask("replay.graph.eventAt(400)")


def test_the_panel_says_what_the_document_explains(sheet: Sheet, short: Path) -> None:
    document = document_in(short.with_suffix(".jsonl"))
    number = next(n for n, e in enumerate(document.events, 1) if e.kind == "weapon_fired")
    event = document.events[number - 1]
    sheet.open(short, f"#e={number}")
    told = sheet.page.locator("#event .line").all_text_contents()
    assert told == [document.lines[line].text for line in event.lines]
    assert sheet.text("#said") == told[0]
    assert sheet.page.locator("#event .die").count() == sum(len(t.faces) for t in event.throws)
    assert sheet.page.locator("#table .near").count() == 2
    assert sheet.page.locator("#table .ray").count() > 0


def test_a_click_opens_the_card_of_a_unit_with_its_history(sheet: Sheet, short: Path) -> None:
    sheet.open(short)
    sheet.page.keyboard.press("End")
    living = sheet.page.locator("[data-unit]:visible").first
    number = living.get_attribute("data-unit")
    living.click()
    assert sheet.text("#card h2") == sheet.ask(f"data.scenery.units[{number}].id")
    sheet.page.locator("#card .history a").last.click()
    sheet.wait_until(f"data.events[replay.at - 1].units?.includes({number})")
    sheet.page.keyboard.press("Escape")
    assert not sheet.page.locator("#card").is_visible()


def test_the_table_zooms_and_pans(sheet: Sheet, short: Path) -> None:
    sheet.open(short)
    whole = sheet.ask("replay.table.view")
    sheet.page.keyboard.press("+")
    assert sheet.ask("replay.table.view[2]") < whole[2]
    box = sheet.page.locator("#table").bounding_box()
    sheet.page.mouse.move(box["x"] + 300, box["y"] + 200)
    sheet.page.mouse.down()
    before = sheet.ask("replay.table.view[0]")
    sheet.page.mouse.move(box["x"] + 250, box["y"] + 200)
    sheet.page.mouse.up()
    assert sheet.ask("replay.table.view[0]") > before
    sheet.page.mouse.wheel(0, -100)
    sheet.page.click("#whole")
    assert sheet.ask("replay.table.view") == whole


@pytest.mark.parametrize("sheet", [400, 1280], indirect=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_window(sheet: Sheet, short: Path, scheme: str) -> None:
    sheet.page.emulate_media(color_scheme=scheme)
    sheet.open(short, "#e=40")
    sheet.ask("replay.choose(0)")
    assert sheet.ask(TOO_WIDE) == []


def test_print_leaves_the_controls_out(sheet: Sheet, short: Path) -> None:
    sheet.open(short, "#e=40")
    sheet.page.emulate_media(media="print")
    assert not sheet.page.locator("#controls").is_visible()
    assert sheet.page.locator("#table").is_visible()
    assert sheet.page.locator("#event").is_visible()


def test_hostile_names_are_text(sheet: Sheet, tmp_path: Path) -> None:
    sheet.open(page_of(hostile_log(tmp_path)))
    assert sheet.text("#name") == HOSTILE
    assert SCRIPTS in sheet.text("#event")
    assert CLOSING in sheet.text("#score")
    sheet.ask("replay.go(1)")
    sheet.ask("replay.choose(0)")
    assert HOSTILE + BACKWARDS in sheet.text("#event")
    assert HOSTILE in sheet.text("#card .about")
    assert sheet.ask("document.images.length") == 0
    assert sheet.ask("document.scripts.length") == 2
    assert sheet.page.title() == HOSTILE
