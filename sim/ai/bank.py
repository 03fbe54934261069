"""Rows of whole numbers by number, many of which can be looked up at once."""

from collections.abc import Callable, Hashable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Row = NDArray[np.signedinteger[Any]]

_FIRST = 64
"""So many rows there is room for at first."""


class Bank:
    """Rows of one length, worked out when asked for, of which so many are kept at most.

    Who asks for several numbers makes room for them first, lest one of them is lost.
    """

    def __init__(self, length: int, most: int):
        self.rows: Row = np.zeros((_FIRST, length), np.int16)
        self._most = most
        self._numbers: dict[Hashable, int] = {}

    def make_room(self, count: int) -> None:
        """Forget everything if so many rows more would be too many."""
        if len(self._numbers) + count > self._most:
            self._numbers.clear()

    def number(self, key: Hashable, work_out: Callable[[], Row]) -> int:
        """The number of the row of that key."""
        found = self._numbers.get(key)
        if found is None:
            found = len(self._numbers)
            if found == len(self.rows):
                self.rows = np.concatenate((self.rows, np.zeros_like(self.rows)))
            self.rows[found] = work_out()
            self._numbers[key] = found
        return found
