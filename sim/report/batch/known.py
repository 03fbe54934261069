"""What could occur in a battle, by sorts: clauses, rows of tables, switches, refusals and so on."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, get_args, get_origin, get_type_hints

from sim.rules.clauses import load_clauses
from sim.scenario.catalogue import shipped_data
from sim.state.events import Event
from sim.state.ruleset import Ruleset

REFUSALS = (
    "acted",
    "beyond_12",
    "beyond_2",
    "blocked",
    "broken",
    "broken_nearer",
    "cowering",
    "edge_not_touched",
    "emplaced",
    "engaged",
    "fired",
    "formation_not_engaged",
    "gun_crewed",
    "gun_lost",
    "gun_not_a_target",
    "gun_not_touched",
    "heavy_gun",
    "immobilized",
    "impassable",
    "no_aims",
    "no_contact",
    "no_exchange",
    "no_exit_condition",
    "no_hatch",
    "no_melee_weapon",
    "no_rate",
    "no_such_group",
    "not_active",
    "not_asked",
    "not_finite",
    "not_in_firefight",
    "not_in_sight",
    "not_infantry",
    "not_on_table",
    "not_own_unit",
    "occupy_and_exit",
    "off_table",
    "open_topped",
    "out_of_arc",
    "out_of_range",
    "overlap",
    "own_side",
    "past_contact",
    "path_too_long",
    "sealed",
    "serves_gun",
    "sprint_near_enemy",
    "sprinted",
    "standoff",
    "still_engaged",
    "stunned",
    "suppressed",
    "suppressed_sprint",
    "swivel_forbidden",
    "target_not_engaged",
    "too_far",
    "too_many_weapons",
    "unbuttoned_only",
    "uncrewed",
    "unit_twice",
    "unknown_gun",
    "unknown_unit",
    "unknown_weapon",
    "vehicle",
    "vehicle_cowers",
    "weapon_twice",
    "wrong_order",
    "wrong_phase",
)
"""The codes of all refusals, also of those that only questions from outside can meet."""

ROWS = (
    *(
        f"{purpose}/{result}"
        for purpose in (
            "to_hit",
            "cover_save",
            "melee_save",
            "rally_suppressed",
            "rally_broken",
            "recover_stunned",
            "break_away",
            "formation_break",
            "terrain",
        )
        for result in ("pass", "fail")
    ),
    *(f"team_save/{result}" for result in ("destroyed", "broken", "saved")),
    *(f"to_wound/{result}" for result in ("below", "equal", "above", "double_six")),
)
"""The results of all throws by what they are thrown for; the numbers needed come on top."""


@lru_cache
def known(sort: str) -> dict[str, str]:
    """The names of a sort that could occur, with titles where they have one."""
    match sort:
        case "clause":
            return {c.id: c.title for c in load_clauses().values() if c.built}
        case "table":
            return dict.fromkeys(ROWS, "")
        case "switch":
            return dict.fromkeys(_switches(), "")
        case "refusal":
            return dict.fromkeys(REFUSALS, "")
        case "terrain":
            return dict.fromkeys(shipped_data()["terrain"], "")
        case "profile":
            return dict.fromkeys(shipped_data()["profiles"], "")
        case "event":
            return dict.fromkeys((str(kind.__struct_config__.tag) for kind in get_args(Event)), "")
        case _:
            return {}


def _switches() -> Iterable[str]:
    """Every value of every switch of the ruleset, as `name=value`."""
    for name, hint in get_type_hints(Ruleset).items():
        if get_origin(hint) is Literal:
            yield from (f"{name}={value}" for value in get_args(hint))
