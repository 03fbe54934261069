"""A crowded table on which everything happens: melees, guns changing hands, bogged vehicles."""

from typing import Any

from tests.support.builders import document, unit


def crowd() -> dict[str, Any]:
    """Two mixed forces a few inches apart among difficult terrain, with an uncrewed gun between."""
    red = [
        unit("r-hq", "command-team", 10, 12, 90),
        unit("r-1", "assault-team", 14, 12, 90),
        unit("r-2", "rifle-team", 14, 16, 90),
        unit("r-fl", "flamethrower-team", 12, 20, 90),
        unit("r-mo", "mortar-team", 4, 4, 45),
        unit("r-gun", "at-gun-light", 12, 8, 90),
        unit("r-tank", "medium-tank", 8, 24, 90, state={"hatch": "unbuttoned"}),
        unit("r-ht", "half-track", 14, 28, 90),
    ]
    blue = [
        unit("b-hq", "command-team", 26, 12, 270, quality="elite"),
        unit("b-1", "rifle-team", 22, 12, 270, quality="conscript"),
        unit("b-2", "mg-team", 24, 17, 270),
        unit("b-at", "at-team", 22, 21, 270),
        unit("b-gun", "at-gun-heavy", 28, 6, 270),
        unit("b-free", "infantry-gun", 18, 6, 270, state={"crewed": False}),
        unit("b-pit", "at-gun-medium", 0, 0) | {"emplacement": "pit"},
        unit("b-tank", "light-tank", 26, 26, 225),
        unit("b-ag", "assault-gun", 30, 20, 270),
    ]
    for gun in blue:
        if "emplacement" in gun:
            del gun["position"], gun["facing"]
    return document(
        red,
        blue,
        size=(36, 32),
        emplacements=[{"id": "pit", "position": [30, 12], "facing": 270}],
        terrain=[
            {"id": "marsh", "kind": "marsh", "polygon": [[16, 24], [22, 24], [22, 31], [16, 31]]},
            {"id": "wood", "kind": "wood", "polygon": [[16, 8], [20, 8], [20, 15], [16, 14]]},
            {"id": "wall", "kind": "stone-wall", "line": [[18, 18], [18, 22]]},
            {"id": "road", "kind": "road", "line": [[0, 22], [36, 22]], "width": 3},
            {"id": "knoll", "kind": "hill", "circle": {"center": [30, 6], "radius": 4},
             "elevation": 2},
        ],
        objectives=[{"id": "mid", "position": [18, 12], "radius": 4}],
        victory=[
            {"kind": "hold", "side": "red", "objective": "mid", "rounds": 3},
            {"kind": "exit", "side": "blue", "edge": "left", "units": 3},
        ],
    )  # fmt: skip
