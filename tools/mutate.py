"""Switch off every rule in turn: a test marked with its clause must notice.

    python -m tools.mutate [--only NAME] [--workers 2]

A mutant is one function of `sim.rules` that cites clauses in its code: a modifier then counts
nothing, a check refuses nothing, a question is answered no, a resolution gives no events. For each
mutant the tests marked with the clauses it cites are run; if all pass, it survived. Prints the
survivors and the functions that cannot be switched off so; exit code 1 if any survived.

The same file is the pytest plugin that does the switching (`-p tools.mutate --mutant NAME`).
"""

import argparse
import inspect
import pkgutil
import re
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from types import FunctionType
from typing import Any, NamedTuple

import pytest

import sim.rules
from sim.errors import Refusal
from sim.state.rolls import Modifier

CLAUSE = re.compile(r"\b(?:FR|BW|BB|HR|RU|GE|PR)-(?:\d+|[a-z])\b")
NEUTRAL: dict[Any, Any] = {bool: False, int: 0, float: 0.0, str: "", list: [], tuple: ()}


class Mutant(NamedTuple):
    """A function that can be switched off, and the clauses it cites."""

    name: str
    function: FunctionType
    clauses: tuple[str, ...]


def mutants() -> Iterator[Mutant]:
    """Every function of the rules that cites a clause and can be switched off, by name."""
    for info in pkgutil.walk_packages(sim.rules.__path__, "sim.rules."):
        module = import_module(info.name)
        for name, function in sorted(vars(module).items()):
            if not isinstance(function, FunctionType) or function.__module__ != info.name:
                continue
            clauses = tuple(dict.fromkeys(CLAUSE.findall(inspect.getsource(function))))
            if clauses:
                yield Mutant(f"{info.name}:{name}", function, clauses)


def switched_off(function: FunctionType) -> Callable[..., Any] | None:
    """What stands in for a function that is switched off; None where nothing can."""
    result = typing.get_type_hints(function).get("return")
    if result is Modifier:
        return lambda *_, **__: Modifier("", 0, "")
    parts = typing.get_args(result)
    if result is None or type(None) in parts or Refusal in parts:
        return lambda *_, **__: None
    origin = typing.get_origin(result) or result
    if origin in (typing.get_origin(Iterator[int]), tuple, list):
        empty: Any = [] if origin is list else ()
        return None if _is_record(result) else lambda *_, **__: empty
    if origin in NEUTRAL:
        return lambda *_, **__: NEUTRAL[origin]
    return None


def _is_record(result: Any) -> bool:
    """Whether a tuple type has a fixed number of different fields."""
    return typing.get_origin(result) is tuple and Ellipsis not in typing.get_args(result)


def switch_off(name: str) -> None:
    """Put the stand-in wherever the function is named, tuples of rules included."""
    mutant = next(mutant for mutant in mutants() if mutant.name == name)
    stand_in = switched_off(mutant.function)
    for module in [m for n, m in sys.modules.items() if n.startswith(("sim", "tests"))]:
        for key, value in list(vars(module).items()):
            if value is mutant.function:
                setattr(module, key, stand_in)
            elif isinstance(value, tuple) and any(v is mutant.function for v in value):
                changed = tuple(stand_in if v is mutant.function else v for v in value)
                setattr(module, key, changed)


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option of the plugin."""
    parser.addoption("--mutant", default=None, help="the function to switch off")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests marked with a clause of the mutant, and switch it off."""
    name = config.getoption("--mutant")
    if not name:
        return
    wanted = next(mutant.clauses for mutant in mutants() if mutant.name == name)
    items[:] = [
        item
        for item in items
        if any(clause in wanted for mark in item.iter_markers("clause") for clause in mark.args)
    ]
    switch_off(name)


def survives(mutant: Mutant) -> bool:
    """Whether every test marked with its clauses passes without the function."""
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-p", "tools.mutate", "--mutant", mutant.name, "tests"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1, 5):
        raise RuntimeError(done.stdout + done.stderr)
    return done.returncode != 1


def main() -> int:
    """Run every mutant and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="part of a name")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    chosen = [mutant for mutant in mutants() if options.only in mutant.name]
    rigid = [mutant for mutant in chosen if switched_off(mutant.function) is None]
    loose = [mutant for mutant in chosen if switched_off(mutant.function) is not None]
    with ThreadPoolExecutor(options.workers) as pool:
        fates = list(pool.map(survives, loose))
    survivors = [mutant for mutant, fate in zip(loose, fates, strict=True) if fate]
    for mutant in survivors:
        print(f"survived: {mutant.name} ({', '.join(mutant.clauses)})")
    for mutant in rigid:
        print(f"cannot be switched off: {mutant.name}")
    print(f"{len(loose)} mutants, {len(loose) - len(survivors)} noticed, {len(rigid)} rigid")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
