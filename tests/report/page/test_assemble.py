"""One file with all inside, and a policy that lets nothing else in."""

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from pathlib import Path

import msgspec
import pytest

from sim.report.page.assemble import replay_page
from sim.report.page.document import Document
from tests.support.pages import battle_bytes, document_in, log_of


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Document:
    data = battle_bytes("walled-manor", "rounds=1")
    return document_in(log_of(tmp_path_factory.mktemp("page"), data))


def element(page: str, opening: str, closing: str) -> str:
    found = re.search(f"{opening}(.*?){closing}", page, re.DOTALL)
    assert found
    return found[1]


def test_the_policy_names_the_script_and_the_style(document: Document) -> None:
    page = replay_page(document, document.name)
    policy = element(page, 'Content-Security-Policy" content="', '"')
    for opening, closing in (("<style>", "</style>"), ("<script>", "</script>")):
        text = element(page, opening, closing)
        name = b64encode(sha256(text.encode()).digest()).decode()
        assert f"'sha256-{name}'" in policy
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy


def test_nothing_is_fetched(document: Document) -> None:
    page = replay_page(document, document.name)
    addresses = set(re.findall(r"https?://[^\"\s]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(?:link|img|iframe)\b", page)
    assert " style=" not in page


def test_data_comes_back_and_holds_no_tag(document: Document) -> None:
    hostile = msgspec.structs.replace(document, name="</script><!-- {{script}} é 🎲")
    page = replay_page(hostile, hostile.name)
    data = element(page, 'id="data">', "</script>")
    assert "<" not in data
    assert msgspec.json.decode(data)["name"] == hostile.name
    assert msgspec.json.decode(data)["format"] == "skirmish-sim/page"


def test_the_title_is_text(document: Document) -> None:
    page = replay_page(document, '</title><b> "x"')
    assert unescape(element(page, "<title>", "</title>")) == '</title><b> "x"'


def test_text_never_becomes_markup() -> None:
    assets = Path(__file__).parents[3] / "sim" / "report" / "page" / "assets"
    for script in assets.glob("*.js"):
        text = script.read_text(encoding="utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text)
