"""The catalogue as tables for a page or a terminal."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sim.report.catalogue import Entry, Group
from sim.report.lines import page_width
from sim.report.words import inches, number, plain
from sim.rules.clauses import load_clauses
from sim.state.profiles import ALL_ROUND

_WIDEST = 120
_FLAGS = ("indirect", "negates_cover", "heavy", "unbuttoned_only")

Row = Sequence[str]
Titled = tuple[str, Table]


class Overview(NamedTuple):
    """A table of all entries of a sort: its heading, its columns, and the row of an entry."""

    is_of: Callable[[Entry], bool]
    title: str
    columns: Row
    row: Callable[[Entry], Row]


def print_catalogue(entries: Sequence[Entry], stream: TextIO) -> None:
    """Print entries: those of one name by their properties, others as tables by sort."""
    width = page_width(stream, _WIDEST)
    console = Console(file=stream, width=width, highlight=False, markup=False, emoji=False)
    is_one_name = len({entry.name for entry in entries}) == 1
    with console.capture() as page:
        for title, table in _single_tables(entries) if is_one_name else _overviews(entries):
            console.print(Text(title, style="bold"))
            console.print(table)
    rows = [row.rstrip() for row in page.get().splitlines()]
    stream.write("\n".join(rows).rstrip() + "\n")


def _table(columns: Row, rows: Iterable[Row]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(Text(column), overflow="fold")
    for cells in rows:
        table.add_row(*(Text(cell) for cell in cells))
    table.add_row()
    return table


def _single_tables(entries: Iterable[Entry]) -> Iterable[Titled]:
    """A table of each entry's properties, with the clauses that say what they do."""
    for entry in entries:
        rows = [
            (plain(name), value_words(value), _clause_words(entry.clauses.get(name, "")))
            for name, value in entry.properties.items()
        ]
        yield f"{entry.name} ({entry.group}; {entry.source})", _table(("", "", "clause"), rows)


def _clause_words(clause: str) -> str:
    """A clause with its title."""
    titles = {str(held.id): held.title for held in load_clauses().values()}
    return f"{clause} {titles[clause]}" if clause in titles else clause


def _overviews(entries: Sequence[Entry]) -> Iterable[Titled]:
    for overview in _OVERVIEWS:
        rows = [overview.row(entry) for entry in entries if overview.is_of(entry)]
        if rows:
            yield overview.title, _table(overview.columns, rows)


def value_words(value: Any) -> str:
    """A value of the catalogue in words."""
    match value:
        case None:
            return "-"
        case bool():
            return "yes" if value else "no"
        case float() | int():
            return f"{value:g}"
        case Mapping():
            return ", ".join(f"{plain(key)} {value_words(item)}" for key, item in value.items())
        case list():
            return ", ".join(_item_words(item) for item in value)
        case _:
            return str(value)


def _item_words(item: Any) -> str:
    """An item of a list: a weapon as a profile carries it, with what differs, or a value."""
    if not isinstance(item, Mapping):
        return value_words(item)
    more = []
    if "field_of_fire" in item:
        more.append(field_words(item["field_of_fire"]))
    if item.get("unbuttoned_only"):
        more.append("unbuttoned only")
    return f"{item['weapon']} ({', '.join(more)})" if more else str(item["weapon"])


def field_words(half_width: float) -> str:
    """A field of fire by its half-width (HR-18)."""
    return "all round" if half_width == ALL_ROUND else f"±{number(half_width)}°"


def _ranged_row(entry: Entry) -> Row:
    held = entry.properties
    rate = "/".join(str(held["rate_of_fire"][key]) for key in ("stationary", "moved", "firefight"))
    notes = [plain(flag) for flag in _FLAGS if held[flag]]
    if held["template"] != "none":
        notes.append(f"{held['template']} template")
    if held["field_of_fire"] is not None:
        notes.append(field_words(held["field_of_fire"]))
    numbers = (str(held[key]) for key in ("firepower", "anti_tank", "high_explosive"))
    return entry.name, inches(held["range"]), rate, *numbers, held["gun_class"], ", ".join(notes)


def _melee_row(entry: Entry) -> Row:
    held = entry.properties
    return entry.name, *(str(held[key]) for key in ("rate_of_attacks", "firepower", "anti_tank"))


def _infantry_row(entry: Entry) -> Row:
    held = entry.properties
    return entry.name, held["quality"], _move_words(held["move"]), value_words(held["weapons"])


def _gun_row(entry: Entry) -> Row:
    held = entry.properties
    return (
        entry.name,
        held["gun_class"],
        value_words(held["gunshield"]),
        _base_words(held),
        _move_words(held["move"]),
        value_words(held["weapons"]),
    )


def _vehicle_row(entry: Entry) -> Row:
    held = entry.properties
    armour = f"{held['armour']['front']}/{held['armour']['other']}"
    top = "sealed" if held["sealed"] else held["top"]
    weapons = value_words(held["weapons"]) or "-"
    return entry.name, armour, top, str(held["awkward"]), _base_words(held), weapons


def _base_words(held: Mapping[str, Any]) -> str:
    length, width = held["footprint"]["rect"]
    return f"{length:g} x {width:g}, {inches(held['height'])}"


def _move_words(move: Mapping[str, float]) -> str:
    return f"{number(move['open'])}/{inches(move['difficult'])}"


def _terrain_row(entry: Entry) -> Row:
    held = entry.properties
    movement = [plain(held["movement"][mover]) for mover in ("infantry", "gun", "vehicle")]
    height = inches(held["height"]) if held["height"] else "-"
    return entry.name, held["sight"], held["cover"], value_words(held["area"]), height, *movement


def _rule_row(entry: Entry) -> Row:
    value, choices = entry.properties["value"], entry.properties["choices"]
    others = ", ".join(choice for choice in choices or () if choice != value)
    return entry.name, value_words(value), others, entry.clauses["value"], entry.source


def _clause_row(entry: Entry) -> Row:
    title = entry.properties["title"]
    return entry.name, title if entry.properties["built"] else f"{title} (not built)", entry.source


def _has(group: Group, **wanted: Any) -> Callable[[Entry], bool]:
    return lambda entry: (
        entry.group == group
        and all(entry.properties[key] == value for key, value in wanted.items())
    )


def _is_switch(entry: Entry) -> bool:
    return entry.group == "rules" and entry.properties["choices"] is not None


def _is_number(entry: Entry) -> bool:
    return entry.group == "rules" and entry.properties["choices"] is None


_OVERVIEWS = (
    Overview(
        _has("weapons", melee=False),
        "Weapons: range, dice stationary/moved/firefight (BB-12), firepower (FR-19), anti-tank "
        "(BW-10), high explosive (BW-18), gun class (FR-34)",
        ("", "range", "dice", "FP", "AT", "HE", "class", ""),
        _ranged_row,
    ),
    Overview(
        _has("weapons", melee=True),
        "Melee weapons: dice (BW-27), firepower (HR-23), anti-tank (BW-32)",
        ("", "dice", "FP", "AT"),
        _melee_row,
    ),
    Overview(
        _has("profiles", kind="infantry"),
        "Infantry: quality (HR-1), move open/difficult (HR-12), weapons",
        ("", "quality", "move", "weapons"),
        _infantry_row,
    ),
    Overview(
        _has("profiles", kind="gun"),
        "Guns: class, shield (FR-20), base and height (HR-4), move (HR-13), weapons",
        ("", "class", "shield", "base", "move", "weapons"),
        _gun_row,
    ),
    Overview(
        _has("profiles", kind="vehicle"),
        "Vehicles: armour front/other (BW-9), top (BW-a), awkward (BW-19), base and height",
        ("", "armour", "top", "awkward", "base", "weapons"),
        _vehicle_row,
    ),
    Overview(
        _has("terrain"),
        "Terrain: sight (GE-2), cover (RU-4), area (RU-3), height, movement (HR-35)",
        ("", "sight", "cover", "area", "high", "infantry", "gun", "vehicle"),
        _terrain_row,
    ),
    Overview(
        _is_switch,
        "Switches of the rules, set by --set rules.NAME=VALUE",
        ("", "value", "or", "clause", "source"),
        _rule_row,
    ),
    Overview(
        _is_number,
        "Numbers of the rules; lengths in inches, shares of the silhouette",
        ("", "value", "", "clause", "source"),
        _rule_row,
    ),
    Overview(_has("clauses"), "Clauses", ("", "title", "source"), _clause_row),
)
