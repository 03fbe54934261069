"""Write the beginning of the README's battle into the README: `python -m tools.readme_sample`."""

import io
import re
from pathlib import Path

from sim.report.course import CoursePrinter
from sim.runner.fight import fight
from sim.runner.match import header_of, players_by_side
from sim.scenario.load import find_scenario, load_scenario

README = Path(__file__).resolve().parent.parent / "README.md"
SCENARIO = "causeway-gun"
SEED = 7
TURNS = 1

_BLOCK = re.compile(r"(<!-- sample: .* -->\n```text\n)(.*?)(```\n)", re.DOTALL)


def beginning() -> str:
    """The course of that battle up to the end of its first turns."""
    scenario = load_scenario(find_scenario(SCENARIO))
    header = header_of(scenario, players_by_side(scenario, {}), SEED)
    out = io.StringIO()
    fight(scenario, header, None, CoursePrinter(header, out))
    stretches = out.getvalue().split("\n── ")
    return "\n── ".join(stretches[: TURNS + 1])


def sample_in(readme: str) -> str:
    """The sample that a README has."""
    found = _BLOCK.search(readme)
    if found is None:
        raise ValueError("the README has no sample")
    return found[2]


def main() -> None:
    """Replace the sample."""
    text = README.read_text(encoding="utf-8")
    sample = beginning()
    README.write_text(
        _BLOCK.sub(lambda found: found[1] + sample + found[3], text), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
