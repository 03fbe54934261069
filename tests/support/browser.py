"""Pages in a real browser: Chromium, if there is one, watched for errors and for requests."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

NO_CHROMIUM = "no Chromium on this machine: install Debian's package chromium"

_PATIENCE, _GLANCE = 400, 20
_PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class Sheet:
    """A page that is open; `troubles` are its errors, `requests` the addresses it asked for."""

    def __init__(self, page: Any):
        self.page = page
        self.troubles: list[str] = []
        self.requests: list[str] = []
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda message: self.troubles.append(message.text))
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self, path: Path, place: str = "") -> "Sheet":
        """Open a file, at an event if the place says so."""
        self.page.goto(path.as_uri() + place)
        return self

    def ask(self, script: str, value: Any = None) -> Any:
        """What an expression or function comes to in the page."""
        return self.page.evaluate(script, value)

    def wait_until(self, expression: str) -> None:
        """Wait for an expression to hold; the page's policy forbids to ask for it by its text."""
        for _ in range(_PATIENCE):
            if self.ask(expression):
                return
            self.page.wait_for_timeout(_GLANCE)
        raise AssertionError(f"{expression} never held")

    def hold_time(self) -> "Sheet":
        """The pages opened from now on count no time but what `let_pass` gives them."""
        self.page.clock.install(time=0)
        self.page.clock.pause_at(1)
        return self

    def let_pass(self, milliseconds: int) -> None:
        """Let time pass in the page, with all that it was to do meanwhile."""
        self.page.clock.run_for(milliseconds)

    def text(self, place: str) -> str:
        """The text of an element."""
        return str(self.page.text_content(place))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The browser, started once."""
    program = next(filter(None, map(shutil.which, _PROGRAMS)), None)
    if program is None:
        pytest.skip(NO_CHROMIUM)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=program, args=list(_FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def sheet(chromium: Any, request: pytest.FixtureRequest) -> Iterator[Sheet]:
    """A fresh page, 1280 pixels wide or as wide as the test's parameter says; without network."""
    width = getattr(request, "param", 1280)
    context = chromium.new_context(viewport={"width": width, "height": 900}, offline=True)
    opened = Sheet(context.new_page())
    yield opened
    context.close()
    assert opened.troubles == []
    assert all(address.startswith("file:") for address in opened.requests)
