"""The numbers and switches of the rules that a scenario may override."""

from typing import Literal

import msgspec


class Ruleset(msgspec.Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """Every switch of a ruling and every number of a house rule, with its default.

    Lengths are inches; shares are of the silhouette, counted in 64ths.
    """

    # Switches
    emplaced_swivel: Literal["allow", "forbid"] = "allow"  # RU-6
    second_break_heavy: Literal["gun_lost", "gun_kept"] = "gun_lost"  # RU-10
    awkward: Literal["included", "stacked"] = "included"  # RU-16
    save_beyond_six: Literal["none", "double_six"] = "none"  # RU-17
    firefight_cover: Literal["formula", "none"] = "formula"  # RU-18
    break_away_failed: Literal["stunned", "destroyed"] = "stunned"  # HR-26

    # Units
    conscript_skill: int = 1  # HR-1
    regular_skill: int = 2  # HR-1
    elite_skill: int = 3  # HR-1
    conscript_leadership: int = 5  # HR-1
    regular_leadership: int = 4  # HR-1
    elite_leadership: int = 3  # HR-1
    leader_bonus: int = 1  # HR-3
    leader_range: float = 12.0  # HR-3
    infantry_diameter: float = 1.5  # HR-4
    infantry_height: float = 1.0  # HR-4
    infantry_eye: float = 0.9  # HR-4
    crew_height: float = 0.8  # HR-4
    crew_eye: float = 0.7  # HR-4
    engaged_range: float = 2.0  # HR-32

    # Sight and cover
    own_wall: float = 1.0  # exemption of the wall one stands at
    team_concealed_share: float = 0.25  # HR-10
    team_cover_share: float = 0.25  # HR-11

    # Movement
    infantry_move: float = 8.0  # HR-12
    infantry_difficult_move: float = 6.0  # HR-12
    light_gun_move: float = 3.0  # HR-13
    medium_gun_move: float = 2.0  # HR-13
    heavy_gun_move: float = 0.0  # HR-13
    gun_difficult_share: float = 0.5  # HR-13
    standoff: float = 2.0  # HR-14
    road_cost: float = 0.75  # HR-35
    line_crossing_cost: float = 2.0  # HR-35

    # Fire and melee
    gun_field_of_fire: float = 45.0  # HR-18
    pile_in_move: float = 8.0  # HR-21
    melee_range: float = 2.0  # HR-22
    melee_to_hit: int = 4  # HR-23
    vehicle_melee_firepower: int = 2  # HR-24
