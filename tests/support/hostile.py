"""A battle whose texts want to be more than texts, in every script."""

from pathlib import Path

from sim.state.events import PlayerForfeited
from tests.support.builders import scenario
from tests.support.pages import written

HOSTILE = '"><img src=x onerror=document.title=1>'
CLOSING = "</script><script>document.title=2</script>"
BACKWARDS = "\u202etfel ot thgir\u2066"
SCRIPTS = "神聖 مرحبا Zoë e\u0301 🎲"
RIFLES = {"profile": "rifle-team", "position": [10, 10]}


def hostile_log(folder: Path) -> Path:
    """A battle whose texts want to be more than texts."""
    sides = [
        {
            "id": "red",
            "name": HOSTILE,
            "formations": [{"id": "r", "units": [RIFLES | {"id": "r1"}]}],
        },
        {
            "id": "blue",
            "name": CLOSING,
            "formations": [{"id": "b", "units": [RIFLES | {"id": "b1", "position": [30, 10]}]}],
        },
    ]
    fought = scenario([], [], sides=sides, name=HOSTILE, description=f"{CLOSING} {SCRIPTS}")
    return written(folder, fought, [PlayerForfeited(by="red", reason=HOSTILE + BACKWARDS)])
