"""Numbers for resampling, from the raw bits of a generator: the same on every machine."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Draws:
    """A stream of draws that follows from its seed alone."""

    def __init__(self, seed: int):
        from numpy.random import PCG64

        self._bits = PCG64(seed)

    def indices(self, size: int, below: int) -> "NDArray[np.int64]":
        """`size` numbers from 0 up to but not `below`, each as likely as any other.

        By a product of 32 bits: the bias is below one in a million for a thousand choices.
        """
        import numpy as np

        raw: NDArray[np.uint64] = self._bits.random_raw(size)
        return ((raw >> np.uint64(32)) * np.uint64(below) >> np.uint64(32)).astype(np.int64)

    def signs(self, rows: int, columns: int) -> "NDArray[np.float64]":
        """A table of -1 and 1, each as likely."""
        import numpy as np

        words = -(-rows * columns // 64)
        raw: NDArray[np.uint64] = np.asarray(self._bits.random_raw(words), dtype="<u8")
        bits = np.unpackbits(raw.view(np.uint8))[: rows * columns]
        return bits.reshape(rows, columns).astype(np.float64) * 2 - 1
