"""Pictures without a browser: each event's own, the same bytes again, and the whole animated."""

import sys
from io import BytesIO

import pytest
from PIL import Image

from sim.errors import UsageError
from sim.replay.fold import Moment, states_along
from sim.replay.log import LogReader
from sim.report.draw.svg import document, written
from sim.report.page.raster import gif_of, picture_of, png_of
from sim.state.events import UnitMoved, WeaponFired
from tests.support.pages import battle_bytes, log_of


def sign(text: str) -> str:
    """A picture of a word."""
    return document(40, 20, "sign", written(text, 2, 14))


@pytest.fixture(scope="module")
def moments(tmp_path_factory: pytest.TempPathFactory) -> list[Moment]:
    data = battle_bytes("causeway-gun", "rounds=1")
    return list(states_along(LogReader(log_of(tmp_path_factory.mktemp("log"), data))))


def first(moments: list[Moment], kind: type) -> Moment:
    return next(moment for moment in moments if isinstance(moment.line.event, kind))


def test_an_attack_is_drawn_with_its_rays(moments: list[Moment]) -> None:
    picture = picture_of(first(moments, WeaponFired))
    assert 'class="rays"' in picture
    assert "Shooting" in picture


def test_a_move_is_drawn_with_its_path(moments: list[Moment]) -> None:
    moment = first(moments, UnitMoved)
    assert 'stroke-width="3"' in picture_of(moment)
    assert f"event {moment.line.stamp.n}" in picture_of(moment)


def test_other_events_show_the_table(moments: list[Moment]) -> None:
    assert "round 1, attacker" in picture_of(moments[0])
    assert 'class="rays"' not in picture_of(moments[0])


def test_a_picture_is_the_same_bytes_again(moments: list[Moment]) -> None:
    picture = picture_of(moments[0])
    assert png_of(picture, 600) == png_of(picture, 600)
    assert Image.open(BytesIO(png_of(picture, 600))).width == 600


@pytest.mark.parametrize("text", ["Zoë", "神"])
def test_text_of_any_script_is_drawn(text: str) -> None:
    assert png_of(sign(text), 40) != png_of(sign(""), 40)


def test_an_animation_has_a_frame_for_what_is_to_be_seen(moments: list[Moment]) -> None:
    shown = [first(moments, UnitMoved), first(moments, WeaponFired), moments[-1]]
    image = Image.open(BytesIO(gif_of(shown, 300)))
    assert (image.n_frames, image.width) == (3, 300)


def test_a_battle_without_events_cannot_be_animated() -> None:
    with pytest.raises(UsageError, match="no event"):
        gif_of([])


def test_without_the_extra_one_line_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UsageError, match=r"pip install '\.\[pictures\]'"):
        png_of(sign(""))
