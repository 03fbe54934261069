"""Libraries that only some commands need, and the line that tells how to get one."""

from importlib import import_module
from typing import Any

from sim.errors import UsageError


def extra(module: str, name: str) -> Any:
    """A module of the extra of that name; raises `UsageError` with how to install it."""
    try:
        return import_module(module)
    except ImportError as problem:
        package = module.partition(".")[0]
        raise UsageError(f"this needs {package}: pip install '.[{name}]'") from problem
