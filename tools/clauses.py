"""Write the index of all clauses to sim/rules/README.md: title, code and tests of each.

Run as `python -m tools.clauses` from the top of the checkout.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from sim.rules.clauses import ORIGINS, Clause, load_clauses

ROOT = Path(__file__).resolve().parent.parent
INDEX = ROOT / "sim" / "rules" / "README.md"

_ID = re.compile(r"\b(?:" + "|".join(ORIGINS) + r")-(?:\d+|[ab]\b)")
_HOMES = ("rules", "engine", "state", "battlefield", "scenario", "")
_ABOVE = ("ai", "report", "cli")
"""Packages that speak of clauses and carry none out."""

_HEAD = """\
# Clauses of the rules

{count} clauses and rulings, generated from `clauses.toml`, the code and the tests by
`python -m tools.clauses`. *Code* has the modules of `sim/` from the scenario down that cite a
clause, the one that carries it out first, with the functions and classes that do; *tests* has the
modules under `tests/` marked with it, and how many tests there are.
"""
_TABLE = "| id | title | code | tests |\n|---|---|---|---|"


class Citation(NamedTuple):
    """A place in the code that names a clause: a module and a function or class, if in one."""

    module: str
    scope: str


Citations = Mapping[str, list[Citation]]


def code_citations(folder: Path = ROOT / "sim") -> Citations:
    """The places under `sim/` that name each clause, in order."""
    found: dict[str, list[Citation]] = defaultdict(list)
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        scopes = list(_scopes(ast.parse(text)))
        module = _dotted(path.relative_to(folder))
        for number, line in enumerate(text.splitlines(), start=1):
            for clause in _ID.findall(line):
                names = [name for first, last, name in scopes if first <= number <= last]
                citation = Citation(module, names[0] if names else "")
                if citation not in found[clause]:
                    found[clause].append(citation)
    return found


def _scopes(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """The first and last lines of the functions and classes of a module, with their names."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.end_lineno or node.lineno, node.name


def marked_tests(folder: Path = ROOT / "tests") -> Mapping[str, dict[str, int]]:
    """How many tests of each module under `tests/` are marked with each clause."""
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for path in sorted(folder.rglob("test_*.py")):
        module = _dotted(path.relative_to(folder))
        for clause in _marks(ast.parse(path.read_text(encoding="utf-8")), ()):
            found[clause][module] = found[clause].get(module, 0) + 1
    return found


def _marks(node: ast.AST, outer: tuple[str, ...]) -> Iterator[str]:
    """The clauses of every test below a node; a mark of a class or module holds for all in it."""
    marked = outer + tuple(clause for mark in _own_marks(node) for clause in _clauses_of(mark))
    if isinstance(node, ast.FunctionDef):
        if node.name.startswith("test_"):
            yield from dict.fromkeys(marked)
        return
    if isinstance(node, ast.Module | ast.ClassDef):
        for child in node.body:
            yield from _marks(child, marked)


def _own_marks(node: ast.AST) -> Iterator[ast.expr]:
    """The marks of a test, a class of tests (also on single parameters), or a module."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield from node.decorator_list
    if isinstance(node, ast.Module | ast.ClassDef):
        for child in node.body:
            if isinstance(child, ast.Assign) and ast.unparse(child.targets[0]) == "pytestmark":
                yield child.value


def _clauses_of(mark: ast.expr) -> Iterator[str]:
    """The clauses that a mark names; where it names a variable, those in the same expression."""
    for call in ast.walk(mark):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.clause":
            for argument in call.args:
                yield from _texts(argument if isinstance(argument, ast.Constant) else mark)


def _texts(expression: ast.expr) -> Iterator[str]:
    """The ids of clauses that stand in an expression as texts."""
    for node in ast.walk(expression):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and _ID.fullmatch(text):
            yield text


def index_text() -> str:
    """The whole index."""
    clauses = load_clauses()
    citations, marks = code_citations(), marked_tests()
    parts = [_HEAD.format(count=len(clauses))]
    for letters, origin in ORIGINS.items():
        rows = [
            _row(clause, citations.get(clause.id, []), marks.get(clause.id, {}))
            for clause in sorted(clauses.values(), key=_order)
            if clause.id.startswith(f"{letters}-")
        ]
        parts.append("\n".join([f"## {letters}: {origin}\n", _TABLE, *rows]) + "\n")
    return "\n".join(parts)


def _order(clause: Clause) -> tuple[str, int, str]:
    letters, _, number = clause.id.partition("-")
    return letters, int(number) if number.isdecimal() else 0, number


def _row(clause: Clause, citations: Iterable[Citation], marks: Mapping[str, int]) -> str:
    title = clause.title if clause.built else f"{clause.title} (not built)"
    tests = ", ".join(f"{module} {count}" for module, count in marks.items())
    return f"| {clause.id} | {title} | {_code(clause, citations)} | {tests} |"


def _code(clause: Clause, citations: Iterable[Citation]) -> str:
    """The modules that cite a clause with their functions, its own module first."""
    home = home_of(clause)
    modules: dict[str, list[str]] = {home: []} if home else {}
    for module, scope in citations:
        if module.partition(".")[0] in _ABOVE:
            continue
        modules.setdefault(module, []).extend([scope] if scope else [])
    return "; ".join(_module(module, scopes) for module, scopes in modules.items())


def _module(module: str, scopes: Iterable[str]) -> str:
    names = ", ".join(f"`{scope}`" for scope in scopes)
    return f"{module}: {names}" if names else module


def home_of(clause: Clause) -> str | None:
    """The module under `sim/` that carries a clause out, with its package; None if not built."""
    path = clause.module.replace(".", "/") + ".py"
    homes = (Path(package, path) for package in _HOMES)
    return next((_dotted(home) for home in homes if (ROOT / "sim" / home).is_file()), None)


def _dotted(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


def main() -> None:
    """Write the index."""
    INDEX.write_text(index_text(), encoding="utf-8")
    print(INDEX.relative_to(ROOT))


if __name__ == "__main__":
    main()
