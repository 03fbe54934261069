"""The code of players: whether it is still what battles were fought with."""

import sys
from collections.abc import Iterable
from pathlib import Path

from sim.ai.registry import make_player
from sim.state.digest import digest_of


def sources_of(players: Iterable[str]) -> dict[str, str]:
    """The digest of each player's code; raises `UsageError` for one that cannot be had.

    That is the source of its class and those it derives from: their modules, and the modules
    beside them where they are part of a package.
    """
    return {player: _source_of(player) for player in dict.fromkeys(players)}


def _source_of(player: str) -> str:
    classes = type(make_player(player)).__mro__
    modules = {kind.__module__ for kind in classes}
    if ":" in player:
        modules.add(player.partition(":")[0])
    files = {file for module in modules for file in _files_of(module)}
    ordered = sorted(files, key=lambda file: file.parts[-2:])
    return digest_of(b"".join(file.read_bytes().replace(b"\r\n", b"\n") for file in ordered))


def _files_of(name: str) -> list[Path]:
    """The files of a module that is no part of Python's library, and has any."""
    module = sys.modules.get(name)
    file = Path(getattr(module, "__file__", None) or "")
    is_standard = name.partition(".")[0] in sys.stdlib_module_names
    if is_standard or file.suffix != ".py" or not file.is_file():
        return []
    return list(file.parent.glob("*.py")) if getattr(module, "__package__", None) else [file]
