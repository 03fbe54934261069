"""What was counted over battles, in words: sides, weapons, luck, units."""

from collections.abc import Iterator, Mapping, Sequence

from sim.report.lines import Line
from sim.report.replay.counting import ReplayStats, SideStats, WeaponStats
from sim.report.replay.luck import Luck
from sim.report.tables import table
from sim.report.words import count, inches, listed, number

_LEAST_P = 0.0001
_NAMES: Mapping[str, str] = {
    "to_hit": "to hit",
    "to_wound": "to wound",
    "save": "saves",
    "leadership": "Leadership",
    "terrain": "terrain",
    "all": "all",
}


def stats_lines(stats: ReplayStats) -> Iterator[Line]:
    """Everything that was counted."""
    what = count(len(stats.logs), "battle")
    yield Line(f"{what}, {count(stats.events, 'event')}", "title")
    for name, side in stats.sides.items():
        yield from _side_lines(name, side)
    yield from _weapon_lines(stats)
    yield from _luck_lines(stats)
    yield from _unit_lines(stats)


def _weapon_lines(stats: ReplayStats) -> Iterator[Line]:
    heads = ("fire and blows", "attacks", "dice", "hits", "expected", "lost", "broken", "stunned")
    rows = [
        (f"{name} {weapon.weapon or 'overrun'}", *_weapon_cells(weapon))
        for name, side in stats.sides.items()
        for weapon in side.weapons
    ]
    yield from _section(heads, rows)


def _section(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[Line]:
    """A table behind a blank line, if it has rows."""
    if rows:
        yield Line("")
        yield from table(heads, rows)


def _side_lines(name: str, side: SideStats) -> Iterator[Line]:
    ended = side.battles - side.unfinished
    open_end = f", {side.unfinished} not finished" if side.unfinished else ""
    yield Line(f"{name}, played by {listed(side.players)}: won {side.won} of {ended}{open_end}")
    lost = [
        f"{amount} {what}"
        for what, amount in (
            ("destroyed", side.destroyed),
            ("routed", side.routed),
            ("left the table", side.exited),
        )
        if amount
    ]
    units = f"{count(side.units, 'unit')}: {listed(lost) if lost else 'none lost'}"
    guns = f"; {count(side.guns_destroyed, 'gun')} lost" if side.guns_destroyed else ""
    yield Line(f"{units}{guns}", "detail", 2)
    turns = count(side.suppressed, "player turn")
    yield Line(f"moved {inches(side.inches)}; {turns} of a unit suppressed", "detail", 2)


def _weapon_cells(weapon: WeaponStats) -> tuple[str, ...]:
    amounts = (weapon.attacks, weapon.dice, weapon.hits)
    effects = (weapon.destroyed, weapon.broken, weapon.stunned)
    return (*map(str, amounts), number(weapon.expected), *map(str, effects))


def _luck_lines(stats: ReplayStats) -> Iterator[Line]:
    """The luck of both sides, and what to make of the least p among so many."""
    rows = [
        (f"{name} {_NAMES[throw]}", *_luck_cells(luck))
        for name, side in stats.sides.items()
        for throw, luck in side.luck.items()
    ]
    yield from _section(("luck", "dice", "lucky", "expected", "p"), rows)
    every = [luck.p for side in stats.sides.values() for luck in side.luck.values()]
    if every:
        corrected = min(1.0, min(every) * len(every))
        yield Line(
            f"p: how often as many dice stray so far from what is expected; the least of "
            f"{len(every)}, corrected for their number (Bonferroni): {_p_words(corrected)}",
            "detail",
            2,
        )


def _luck_cells(luck: Luck) -> tuple[str, ...]:
    p = _p_words(luck.p) + ("" if luck.exact else " (approx.)")
    return str(luck.rolls), str(luck.successes), number(luck.expected), p


def _p_words(p: float) -> str:
    return f"<{_LEAST_P}" if p < _LEAST_P else f"{p:.2g}"


def _unit_lines(stats: ReplayStats) -> Iterator[Line]:
    heads = ("unit", "alive", "moved", "dice", "hits", "expected", "destroyed", "suppressed")
    rows = []
    for name, unit in stats.units.items():
        alive = (
            f"{unit.alive}/{unit.battles}" if unit.battles > 1 else "yes" if unit.alive else "no"
        )
        fought = (str(unit.dice), str(unit.hits), number(unit.expected), str(unit.destroyed))
        rows.append((name, alive, inches(unit.inches), *fought, f"{unit.suppressed}/{unit.turns}"))
    yield from _section(heads, rows)
