"""Write what the README shows into it: `python -m tools.readme_sample`.

The samples of output, and the picture beside the scenarios, come from the commands they stand for.
"""

import io
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from sim.cli import app
from sim.report.course import CoursePrinter
from sim.report.sight import assess_mutual_sight
from sim.report.sight_picture import sight_picture
from sim.runner.fight import fight
from sim.runner.match import header_of, players_by_side
from sim.scenario.load import find_scenario, load_scenario

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
PICTURE = ROOT / "scenarios" / "pictures" / "market-town-sight.svg"
BATTLE, SEED, EVENT = "causeway-gun", 7, 30
CUT = "…\n"
QUESTION = ("adjudicate", "market-town", "r1-tank-2", "t1-tank-2", "--weapon", "medium-tank-gun")
LOOK = ("market-town", "r1-tank-2", "t1-tank-2")

_BLOCK = re.compile(r"(<!-- sample: (\w+) -->\n```text\n)(.*?)(```\n)", re.DOTALL)


def battle() -> str:
    """The shooting of a battle's first turn, with a mark where something is left out."""
    scenario = load_scenario(find_scenario(BATTLE))
    header = header_of(scenario, players_by_side(scenario, {}), SEED)
    out = io.StringIO()
    fight(scenario, header, None, CoursePrinter(header, out))
    turn = "── " + out.getvalue().split("\n── ")[1]
    heading, _, _ = turn.partition("\n")
    _, phase, shots = turn.partition("Shooting\n")
    return f"{heading}\n{CUT}{phase}{shots}{CUT}"


def question() -> str:
    """The answer to a question, up to what would change it."""
    out = io.StringIO()
    with redirect_stdout(out):
        app(QUESTION, standalone_mode=False)
    answer, _, _ = out.getvalue().partition("what would change it")
    return answer + CUT


def why() -> str:
    """The reasons of one event of that battle, up to the titles of their clauses."""
    scenario, out = load_scenario(find_scenario(BATTLE)), io.StringIO()
    header = header_of(scenario, players_by_side(scenario, {}), SEED)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "battle.jsonl"
        with path.open("wb") as log:
            fight(scenario, header, log, lambda _event, _state: None)
        with redirect_stdout(out):
            app(("replay", "why", str(path), str(EVENT)), standalone_mode=False)
    reasons, end, _ = out.getvalue().partition("\n\n")
    return reasons + end + CUT


def picture() -> str:
    """The picture of one look over the table."""
    scenario, a, b = LOOK
    return sight_picture(assess_mutual_sight(load_scenario(find_scenario(scenario)).start, a, b))


SAMPLES: dict[str, Callable[[], str]] = {"battle": battle, "question": question, "why": why}


def samples_in(readme: str) -> dict[str, str]:
    """The samples that a README has, by name."""
    return {found[2]: found[3] for found in _BLOCK.finditer(readme)}


def main() -> None:
    """Replace the samples and the picture."""
    text = README.read_text(encoding="utf-8")
    fresh = {name: sample() for name, sample in SAMPLES.items()}
    README.write_text(
        _BLOCK.sub(lambda found: found[1] + fresh[found[2]] + found[4], text), encoding="utf-8"
    )
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
