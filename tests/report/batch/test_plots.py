"""Pictures of a batch: which there are, what they show, and that equal rows give equal bytes."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sim.errors import UsageError
from sim.report.batch.curves import bars_of, heat, losses_over_rounds, sweeps_of
from sim.report.batch.plots import Picture, picture_named, pictures_of, save_picture
from sim.report.batch.samples import samples_of
from tests.support.builders import scenario, unit
from tests.support.rows import CELL, MIRROR, pairs, sides

WORLD = scenario(
    [unit("r", "rifle-team", 5, 5)],
    [unit("b", "rifle-team", 35, 5)],
    size=(40, 20),
    terrain=[
        {"id": "wood", "kind": "wood", "circle": {"center": [20, 10], "radius": 4}},
        {"id": "wall", "kind": "stone-wall", "line": [[10, 0], [10, 8]]},
    ],
).roster.world
DEATHS = (("r", "red", "infantry", 20.0, 10.0, 2, "FR-11"),)
ENDS = (("b", "blue", "infantry", 35.0, 5.0),)


def cells(path: str = "rules.standoff", values: tuple[str, ...] = ("2", "10")) -> list[Any]:
    """Cells that differ in one setting."""
    return [replace(CELL, index=n, settings={path: value}) for n, value in enumerate(values)]


def fought(found: list[Any]) -> list[Any]:
    """The matchups of some cells, with a few battles in each."""
    rows = [
        replace(battle, cell=cell.index, index=100 * cell.index + battle.index)
        for cell in found
        for battle in pairs(["able", "baker", None], deaths=DEATHS, ends=ENDS)
    ]
    return samples_of(found, rows)


def drawn() -> list[Picture]:
    """All pictures of a sweep."""
    return pictures_of(fought(cells()), {0: WORLD, 1: WORLD})


def test_a_sweep_has_these_pictures() -> None:
    of_cells = [f"{name}-{cell}" for cell in (0, 1) for name in ("losses", "deaths", "ends")]
    assert [picture.name for picture in drawn()] == ["rates", *of_cells, "sweep-rules.standoff"]


def test_nothing_fought_has_no_pictures() -> None:
    assert pictures_of(samples_of([CELL], []), {0: WORLD}) == []


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_equal_rows_give_equal_bytes(tmp_path: Path, suffix: str) -> None:
    for name in ("rates", "deaths-0", "losses-0", "sweep-rules.standoff"):
        first, second = tmp_path / f"a-{name}.{suffix}", tmp_path / f"b-{name}.{suffix}"
        save_picture(picture_named(drawn(), name), first)
        save_picture(picture_named(drawn(), name), second)
        assert first.read_bytes() == second.read_bytes()
        assert first.stat().st_size > 5000


def test_names_of_any_script_are_drawn(tmp_path: Path) -> None:
    cell = replace(CELL, scenario="渡し場 $x^2$")
    (picture, *_) = pictures_of(samples_of([cell], pairs(["able"])), {0: WORLD})
    save_picture(picture, tmp_path / "rates.svg")
    assert (tmp_path / "rates.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_a_picture_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "rates.svg"
    save_picture(drawn()[0], path)
    with pytest.raises(UsageError, match="exists already"):
        save_picture(drawn()[0], path)
    save_picture(drawn()[0], path, force=True)


def test_other_kinds_of_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"neither \.svg nor \.png"):
        save_picture(drawn()[0], tmp_path / "rates.gif")


def test_a_picture_that_is_none_is_refused_with_a_hint() -> None:
    with pytest.raises(UsageError, match=r"there is no picture 'rate'.*rates"):
        picture_named(drawn(), "rate")


def test_without_matplotlib_its_extra_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(name: str, *_: Any) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("sim.runner.extras.import_module", refuse)
    with pytest.raises(UsageError, match=r"this needs matplotlib: pip install '\.\[plots\]'"):
        save_picture(drawn()[0], tmp_path / "rates.svg")


def test_bars_are_of_players_or_of_sides() -> None:
    (sample,) = samples_of([MIRROR], sides(["red", "blue", "red"]))
    assert [(bar.name, bar.rate.value) for bar in bars_of(sample)] == [
        ("red", pytest.approx(2 / 3)),
        ("blue", pytest.approx(1 / 3)),
    ]
    assert [bar.name for bar in bars_of(fought([CELL])[0])] == ["able", "baker"]


def test_losses_pile_up_over_the_rounds() -> None:
    red, blue = losses_over_rounds(fought([CELL])[0])
    assert red.ys == (0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    assert set(blue.ys) == {0.0}


def test_heat_counts_units_in_squares_of_two_inches() -> None:
    squares = heat([("u", "red", "gun", 3.0, 0.5), ("u", "red", "gun", 4.0, 4.0)], 2, (4.0, 3.0))
    assert squares == [[0.0, 0.5], [0.0, 0.5]]


def test_a_sweep_goes_by_numbers_then_words() -> None:
    (sweep,) = sweeps_of(fought(cells(values=("10", "none", "9"))))
    assert sweep.values == ("9", "10", "none")
    (curve,) = sweep.curves
    assert curve.name == "able in the ford: able against baker"
    assert curve.xs == (0.0, 1.0, 2.0)


def test_one_value_is_no_sweep() -> None:
    assert sweeps_of(fought(cells(values=("10",)))) == []


def test_settings_that_change_together_are_no_sweep() -> None:
    both = [{"rounds": "6", "rules.standoff": "1"}, {"rounds": "8", "rules.standoff": "2"}]
    together = [replace(CELL, index=n, settings=settings) for n, settings in enumerate(both)]
    assert sweeps_of(fought(together)) == []
