"""SVG as text: numbers, attributes, and text that cannot break out."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.report.draw.svg import document, element, escaped, group, line, number, outline, written


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (0.125, "0.12"), (-0.001, "0"), (100.0, "100"), (2.5, "2.5")]
)
def test_numbers_have_at_most_two_decimals(value: float, text: str) -> None:
    assert number(value) == text


@given(st.text())
def test_any_text_reads_back_without_what_steers_a_terminal(text: str) -> None:
    picture = ET.fromstring(document(1, 1, text, written(text, 0, 0)))
    title, shown = picture[0].text or "", picture[1].text or ""
    assert title == shown
    assert len(shown.replace("\r", " ")) == len(text)


def test_markup_in_a_name_stays_text() -> None:
    assert escaped('<b a="&">') == "&lt;b a=&quot;&amp;&quot;&gt;"
    drawn = element("g", id='"><script>')
    assert ET.fromstring(drawn).get("id") == '"><script>'


def test_attributes_have_hyphens_and_none_is_left_out() -> None:
    assert (
        element("g", class_="x", stroke_width=1.5, fill=None) == '<g class="x" stroke-width="1.5"/>'
    )


def test_a_group_without_children_is_nothing() -> None:
    assert group("", "") == ""
    assert group("", element("g")) == "<g>\n<g/>\n</g>"


def test_a_closed_outline_does_not_repeat_its_first_point() -> None:
    ring = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 0.0)]
    assert outline([ring], closed=True) == "M0 0 L1 0 L1 1Z"
    assert outline([ring[:2], ring[1:3]], closed=False) == "M0 0 L1 0 M1 0 L1 1"


def test_a_line_has_two_ends() -> None:
    assert line((0, 1), (2, 3), stroke="red") == '<line x1="0" y1="1" x2="2" y2="3" stroke="red"/>'
