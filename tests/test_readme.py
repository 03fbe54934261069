"""What the README says is so: its commands run, its sample is real, its tables are whole."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sim
from sim.cli import app, replay
from sim.report import terminal
from tools.readme_sample import PICTURE, SAMPLES, picture, samples_in

ROOT = Path(sim.__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    line
    for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL)
    for line in block.splitlines()
]
FILES = dict(re.findall(r"<!-- file: (\S+) -->\n```\w+\n(.*?)```", README, re.DOTALL))
SET_UPS = [line for line in COMMANDS if line.startswith("python3 -m venv")]
EXAMPLES = [line for line in COMMANDS if line.startswith("skirmish-sim ")]
COPIED = ("sim", "scenarios", "tests", "tools", "pyproject.toml", "README.md", "LICENSE")


def test_every_command_is_of_a_known_kind() -> None:
    assert len(SET_UPS) == 2
    assert sorted(SET_UPS + EXAMPLES) == sorted(COMMANDS)


def test_the_examples_run_one_after_the_other(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for line in EXAMPLES:
        command = line.replace("skirmish-sim", f'"{sys.executable}" -m sim', 1)
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr.decode()
        assert b": warning: " not in done.stderr


def test_the_samples_are_real() -> None:
    fresh = {name: sample() for name, sample in SAMPLES.items()}
    assert samples_in(README) == fresh, "run python -m tools.readme_sample"


def test_the_picture_is_real() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run python -m tools.readme_sample"
    assert str(PICTURE.relative_to(ROOT)) in README


def test_the_table_has_every_command() -> None:
    commands = [command.name or command.callback.__name__ for command in app.registered_commands]
    shows = [f"replay {command.callback.__name__}" for command in replay.registered_commands]
    for command in [*commands, *shows]:
        assert f"| `{command}" in README


def test_the_table_has_every_exit_code() -> None:
    codes = [value for name, value in vars(terminal).items() if name.isupper()]
    for code in codes:
        assert f"| {code} |" in README


def test_the_check_runs_the_tests_as_the_readme_does() -> None:
    check = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "python -m pytest -n 2" in SET_UPS[1]
    assert "python -m pytest -n 2" in check


@pytest.mark.slow
@pytest.mark.parametrize(("line", "more"), [(SET_UPS[0], ""), (SET_UPS[1], " tests/test_dice.py")])
def test_a_fresh_machine_is_set_up_by_one_command(tmp_path: Path, line: str, more: str) -> None:
    for name in COPIED:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    variables = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        ["bash", "-c", line + more], cwd=tmp_path, env=variables, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
