"""The collector of reference cycles, which rests while a battle is fought."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_at_rest() -> Iterator[None]:
    """Keep the collector from running within; afterwards it is as it was.

    Battles and the bundled players make no cycles, yet it would look through all that is
    remembered of a table again and again: a tenth of the time of a large battle.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
