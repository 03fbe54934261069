"""Hypothesis strategies that make events of every kind out of their types."""

from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from hypothesis import strategies as st

from sim.state.apply import EVENT_TYPES

_INTEGERS = st.integers(-(2**31), 2**31)
_PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(st.characters(codec="utf-8"), max_size=8),
    bool: st.booleans(),
    int: _INTEGERS,
    float: st.floats(allow_nan=False, allow_infinity=False),
    NoneType: st.none(),
}


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    """Values of a type, as the fields of events have them."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, UnionType):
        return st.one_of([values_of(argument) for argument in arguments])
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(values_of(arguments[0]), max_size=3).map(tuple)
    if origin is tuple:
        return st.tuples(*(values_of(argument) for argument in arguments))
    assert issubclass(kind, msgspec.Struct), kind
    hints = get_type_hints(kind)
    fields = kind.__struct_fields__
    return st.builds(kind, **{name: values_of(hints[name]) for name in fields})


def any_event() -> st.SearchStrategy[Any]:
    """Events of any kind."""
    return st.one_of([values_of(kind) for kind in EVENT_TYPES])
