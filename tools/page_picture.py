"""Take the README's picture of the replay page: `python -m tools.page_picture`.

Fights the battle, makes its page, and opens it at an event in Chromium. The picture is not compared
by any test: fonts differ from machine to machine.
"""

import io
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import sync_playwright

from sim.replay.log import LogReader
from sim.report.page.assemble import replay_page
from sim.report.page.scribe import document_of
from sim.runner.fight import fight
from sim.runner.match import header_of, players_by_side
from sim.scenario.load import find_scenario, load_scenario

PICTURE = Path(__file__).parents[1] / "scenarios" / "pictures" / "market-town-page.png"
BATTLE, SEED, EVENT = "market-town", 7, 124
SIZE = {"width": 1280, "height": 1000}
COLOURS = 256


def write_page(folder: Path) -> Path:
    """The page of the battle, in a folder."""
    scenario = load_scenario(find_scenario(BATTLE))
    header = header_of(scenario, players_by_side(scenario, {}), SEED)
    log, page = folder / "battle.jsonl", folder / "battle.html"
    with log.open("wb") as out:
        fight(scenario, header, out, lambda _event, _state: None)
    document = document_of(LogReader(log))
    page.write_text(replay_page(document, document.name), encoding="utf-8")
    return page


def photograph(page: Path) -> bytes:
    """The page at the event, as PNG."""
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        sheet = browser.new_page(viewport=SIZE, color_scheme="light")
        sheet.goto(f"{page.as_uri()}#e={EVENT}")
        return sheet.screenshot(full_page=True)


def main() -> int:
    """Take the picture, with few colours so that it stays small."""
    with TemporaryDirectory() as folder:
        picture = photograph(write_page(Path(folder)))
    Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(
        PICTURE, optimize=True
    )
    print(f"wrote {PICTURE}: {PICTURE.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
