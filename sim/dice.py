"""Dice: tables of faces, and the ways to throw on them.

A `Table` says how many dice are thrown, which face is thrown once more, and which class the faces
fall in. A rule throws on a table and reads the class, so that the same rule can be played with
keyed dice, scripted dice, or enumerated with exact weights (BB-1 to BB-4).
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import blake2b
from itertools import product
from typing import NamedTuple, Protocol, Self, TypeVar

from sim.errors import UsageError

FACES = 6

GREATEST_SEED = 2**53 - 1
"""Seeds are whole numbers from 0 to this, which every reader of JSON can hold."""

_FAIR_BYTES = 252
_BLOCK_BYTES = 64
_FACE_OF_BYTE = bytes(byte % FACES + 1 for byte in range(256))
_UNFAIR_BYTES = bytes(range(_FAIR_BYTES, 256))

Outcome = TypeVar("Outcome", bound=Hashable)


class Throw(NamedTuple):
    """The faces of one throw, a re-roll behind its die, and the class they fall in."""

    faces: tuple[int, ...]
    result: str


class Table:
    """What one throw decides: `dice` thrown, `reroll` the face thrown once more, the class.

    A re-roll is for single dice only, and never happens twice (BB-4).
    """

    __slots__ = ("_classify", "dice", "reroll", "weights")

    def __init__(self, classify: Callable[[tuple[int, ...]], str], dice: int = 1, reroll: int = 0):
        self._classify = classify
        self.dice = dice
        self.reroll = reroll
        self.weights = self._exact_weights()

    @property
    def stride(self) -> int:
        """Faces one throw may use, the re-roll included."""
        return self.dice + (1 if self.reroll else 0)

    def read(self, faces: Sequence[int]) -> Throw:
        """The throw that begins with these faces; a re-roll is read only when it is due."""
        used = self.dice
        if self.reroll and faces[0] == self.reroll:
            used += 1
        thrown = tuple(faces[:used])
        return Throw(thrown, self._classify(thrown))

    def _exact_weights(self) -> tuple[tuple[str, Fraction], ...]:
        weights: dict[str, Fraction] = {}
        for faces in product(range(1, FACES + 1), repeat=self.stride):
            result = self.read(faces).result
            weights[result] = weights.get(result, Fraction(0)) + Fraction(1, FACES**self.stride)
        return tuple(weights.items())


@lru_cache(maxsize=256)
def need_table(need: int) -> Table:
    """A D6 test at `need`+, of classes pass and fail (BB-1 to BB-3)."""
    reroll = 1 if need <= 1 else FACES if need > FACES else 0
    least = min(max(need, 2), FACES)

    def classify(faces: tuple[int, ...]) -> str:
        """What the last face comes to."""
        return "pass" if faces[-1] >= least and _second_six(need, faces) else "fail"

    return Table(classify, reroll=reroll)


def _second_six(need: int, faces: tuple[int, ...]) -> bool:
    return need <= FACES or len(faces) == 2


def throws_on(table: Table, faces: Sequence[int], count: int) -> tuple[Throw, ...]:
    """`count` throws from a row of faces, each on a stretch of its own."""
    stride = table.stride
    return tuple(table.read(faces[i * stride : (i + 1) * stride]) for i in range(count))


class Dice(Protocol):
    """Whoever throws. The words after the table say what for; together they name the throw."""

    def throw(
        self,
        table: Table,
        count: int,
        purpose: str,
        unit: str,
        weapon: str = "",
        target: str = "",
        occurrence: int = 0,
    ) -> tuple[Throw, ...]:
        """`count` throws on the table, for one purpose of one unit."""
        ...

    def at(self, round_number: int, turn: int, phase: str) -> "Dice":
        """The dice of a phase: `turn` counts the player turns of the battle."""
        ...


class KeyedDice:
    """Faces derived by a keyed hash from the battle seed and the name of the throw.

    Another order of throws, or one throw more, changes no other throw.
    """

    __slots__ = ("_scene", "_seed")

    def __init__(self, seed: int, scene: str = "0/0/setup"):
        self._seed = seed
        self._scene = scene

    def at(self, round_number: int, turn: int, phase: str) -> "KeyedDice":
        """The dice of a phase."""
        return KeyedDice(self._seed, f"{round_number}/{turn}/{phase}")

    def throw(
        self,
        table: Table,
        count: int,
        purpose: str,
        unit: str,
        weapon: str = "",
        target: str = "",
        occurrence: int = 0,
    ) -> tuple[Throw, ...]:
        """`count` throws; die i of a throw always has the same face, whatever `count` is."""
        name = f"{self._scene}/{unit}/{weapon}/{target}/{purpose}/{occurrence}"
        return throws_on(table, self._faces(name, count * table.stride), count)

    def _faces(self, name: str, wanted: int) -> list[int]:
        key = self._seed.to_bytes(8, "big")
        faces: list[int] = []
        block = 0
        while len(faces) < wanted:
            text = f"{name}/{block}".encode()
            digest = blake2b(text, digest_size=_BLOCK_BYTES, key=key).digest()
            faces.extend(digest.translate(_FACE_OF_BYTE, _UNFAIR_BYTES))
            block += 1
        return faces


class ScriptedDice:
    """Faces given beforehand: one row for all, or a row for each purpose.

    Raises `UsageError` when a die is missing; `finish` raises it when one is left over.
    """

    def __init__(self, script: Iterable[int] | Mapping[str, Iterable[int]]):
        self._by_purpose = isinstance(script, Mapping)
        rows = script if isinstance(script, Mapping) else {"": script}
        self._rows = {purpose: list(faces) for purpose, faces in rows.items()}
        self._used = 0

    def at(self, round_number: int, turn: int, phase: str) -> Self:  # noqa: ARG002
        """The same dice: a script does not ask when it is read."""
        return self

    def throw(
        self,
        table: Table,
        count: int,
        purpose: str,
        unit: str,
        weapon: str = "",  # noqa: ARG002
        target: str = "",
        occurrence: int = 0,  # noqa: ARG002
    ) -> tuple[Throw, ...]:
        """The next faces of the script, a re-roll straight behind its die."""
        what = f"{purpose} of {unit}" + (f" at {target}" if target else "")
        return tuple(self._read(table, purpose, what) for _ in range(count))

    def _read(self, table: Table, purpose: str, what: str) -> Throw:
        row = self._rows.get(purpose if self._by_purpose else "", [])
        wanted = table.dice
        if table.reroll and row and row[0] == table.reroll:
            wanted += 1
        if len(row) < wanted:
            raise UsageError(f"too few dice: after {self._used}, expected {wanted} for {what}")
        faces = row[:wanted]
        del row[:wanted]
        self._used += wanted
        return table.read(faces)

    def finish(self) -> None:
        """Raise `UsageError` when dice are left over."""
        left = {purpose: row for purpose, row in self._rows.items() if row}
        if left:
            count = sum(len(row) for row in left.values())
            names = ", ".join(sorted(purpose for purpose in left if purpose))
            raise UsageError(
                f"too many dice: {self._used} were used, {count} left over"
                + (f" ({names})" if names else "")
            )


class Recorded(NamedTuple):
    """One throw as it was asked for and as it fell."""

    purpose: str
    unit: str
    weapon: str
    target: str
    occurrence: int
    throws: tuple[Throw, ...]


class RecordingDice:
    """Passes every throw on to other dice, and keeps it."""

    def __init__(self, inner: Dice, record: list[Recorded] | None = None):
        self._inner = inner
        self.record: list[Recorded] = [] if record is None else record

    def at(self, round_number: int, turn: int, phase: str) -> "RecordingDice":
        """The dice of a phase, with the same record."""
        return RecordingDice(self._inner.at(round_number, turn, phase), self.record)

    def throw(
        self,
        table: Table,
        count: int,
        purpose: str,
        unit: str,
        weapon: str = "",
        target: str = "",
        occurrence: int = 0,
    ) -> tuple[Throw, ...]:
        """The throws of the other dice."""
        throws = self._inner.throw(table, count, purpose, unit, weapon, target, occurrence)
        self.record.append(Recorded(purpose, unit, weapon, target, occurrence, throws))
        return throws


class _Branch:
    """Dice that follow one path through the classes of the tables thrown on."""

    def __init__(self, path: Sequence[int]):
        self._path = path
        self.weight = Fraction(1)
        self.choices: list[int] = []

    def at(self, round_number: int, turn: int, phase: str) -> Self:  # noqa: ARG002
        """The same dice: what is enumerated needs no name."""
        return self

    def throw(
        self,
        table: Table,
        count: int,
        purpose: str,  # noqa: ARG002
        unit: str,  # noqa: ARG002
        weapon: str = "",  # noqa: ARG002
        target: str = "",  # noqa: ARG002
        occurrence: int = 0,  # noqa: ARG002
    ) -> tuple[Throw, ...]:
        """The classes that lie on the path."""
        return tuple(self._follow(table) for _ in range(count))

    def _follow(self, table: Table) -> Throw:
        place = len(self.choices)
        index = self._path[place] if place < len(self._path) else 0
        result, weight = table.weights[index]
        self.weight *= weight
        self.choices.append(index if index + 1 < len(table.weights) else -1)
        return Throw((), result)


def enumerate_outcomes(resolve: Callable[[Dice], Outcome]) -> dict[Outcome, Fraction]:
    """The exact chance of everything `resolve` can return, over the classes of its throws."""
    chances: dict[Outcome, Fraction] = {}
    for outcome, weight in _branches(resolve):
        chances[outcome] = chances.get(outcome, Fraction(0)) + weight
    return chances


def _branches(resolve: Callable[[Dice], Outcome]) -> Iterator[tuple[Outcome, Fraction]]:
    path: list[int] = []
    while True:
        dice = _Branch(path)
        outcome = resolve(dice)
        yield outcome, dice.weight
        taken = list(path[: len(dice.choices)]) + [0] * (len(dice.choices) - len(path))
        place = len(taken) - 1
        while place >= 0 and dice.choices[place] == -1:
            place -= 1
        if place < 0:
            return
        path = [*taken[:place], taken[place] + 1]


class Stream:
    """Numbers for a player's own use, derived from a key that tells nothing of the battle's dice.

    A stream is made for each request, so what a player draws for one changes no other.
    """

    __slots__ = ("_counter", "_key")

    def __init__(self, key: bytes):
        self._key = key
        self._counter = 0

    @classmethod
    def of(cls, seed: int, side: str, request: str) -> Self:
        """The stream of one side's player for one request of one battle."""
        secret = blake2b(f"player/{side}".encode(), key=seed.to_bytes(8, "big")).digest()
        return cls(blake2b(request.encode(), digest_size=32, key=secret).digest())

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each as likely to within 2^-64."""
        text = self._counter.to_bytes(8, "big")
        self._counter += 1
        number = int.from_bytes(blake2b(text, digest_size=16, key=self._key).digest(), "big")
        return number * bound >> 128
