"""One self-contained file: the document, the script and the style put into the page."""

from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files

import msgspec

from sim.report.lines import printable

_REPLAY_STYLES = ("base.css", "table.css", "replay.css")
_REPLAY_SCRIPTS = (
    "elements.js",
    "state.js",
    "shapes.js",
    "ground.js",
    "table.js",
    "attack.js",
    "panel.js",
    "graph.js",
    "legend.js",
    "controls.js",
    "replay.js",
)
_INDEX_STYLES = ("base.css", "table.css", "index.css")
_INDEX_SCRIPTS = ("elements.js", "shapes.js", "ground.js", "index.js")


def replay_page(document: msgspec.Struct, title: str) -> str:
    """The page of a battle, as HTML."""
    return _page(document, title, "replay.html", _REPLAY_STYLES, _REPLAY_SCRIPTS)


def index_page(document: msgspec.Struct, title: str) -> str:
    """The page of a list of battles, as HTML."""
    return _page(document, title, "index.html", _INDEX_STYLES, _INDEX_SCRIPTS)


def _page(
    document: msgspec.Struct,
    title: str,
    body: str,
    styles: tuple[str, ...],
    scripts: tuple[str, ...],
) -> str:
    """A page with a document inside; the policy allows its own script and style, nothing else.

    Every `<` of the data is escaped, so that no name can end the element it stands in.
    """
    style, script = _joined(styles), f'"use strict";\n{_joined(scripts)}'
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    data = msgspec.json.encode(document).decode().replace("<", "\\u003c")
    parts = {
        "policy": policy,
        "title": escape(printable(title)),
        "style": style,
        "body": _asset(body),
        "data": data,
        "script": script,
    }
    return "".join(_filled(_asset("page.html"), parts))


def _filled(template: str, parts: dict[str, str]) -> list[str]:
    """The pieces of a template, with a part for each `{{name}}`; parts are not looked into."""
    pieces = []
    for piece in template.split("{{"):
        name, end, rest = piece.partition("}}")
        pieces += [parts[name], rest] if end else [piece]
    return pieces


def _joined(names: tuple[str, ...]) -> str:
    return "\n".join(_asset(name) for name in names)


def _asset(name: str) -> str:
    return (files("sim.report.page") / "assets" / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    """The name of an inline element in the policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
