"""Chains of pairs: the units of one firefight or melee hang together by them (BB-18, HR-22)."""

from collections.abc import Iterable


def chains(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The groups that pairs of units form, members sorted, by their least member."""
    group_of: dict[int, list[int]] = {}
    for a, b in pairs:
        group, other = group_of.setdefault(a, [a]), group_of.setdefault(b, [b])
        if group is not other:
            group += other
            group_of.update(dict.fromkeys(other, group))
    groups = (group for unit, group in group_of.items() if group[0] == unit)
    return tuple(sorted(tuple(sorted(group)) for group in groups))
