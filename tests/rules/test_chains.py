"""Chains: pairs that hang together form one group."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.rules.chains import chains


@pytest.mark.clause("BB-18", "HR-22")
def test_pairs_that_share_a_unit_are_of_one_group():
    assert chains([(5, 9), (0, 7), (9, 2)]) == ((0, 7), (2, 5, 9))


def test_without_pairs_there_is_no_group():
    assert chains([]) == ()


def test_the_order_of_the_pairs_changes_nothing():
    pairs = [(0, 4), (1, 5), (2, 4), (3, 5)]
    assert chains(pairs) == chains(reversed(pairs)) == ((0, 2, 4), (1, 3, 5))


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=20))
def test_groups_are_the_connected_parts_of_a_graph(pairs):
    parts = nx.connected_components(nx.Graph(pairs))
    assert chains(pairs) == tuple(sorted(tuple(sorted(part)) for part in parts))
