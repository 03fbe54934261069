"""The odds of an exchange for people: who attacks whom, and what becomes of every unit."""

from collections.abc import Iterator

from sim.report.adjudication.exchanges import Exchange, NamedAttack
from sim.report.adjudication.phrases import chance_words, need_words, percent
from sim.report.adjudication.text import HEADS
from sim.report.lines import Line
from sim.report.tables import table
from sim.report.words import PHASES, count

_COLUMNS = ("destroyed", "broken", "stunned", "unharmed", "gun_destroyed")
_DEFAULT = (
    "who is told nothing by --aim attacks where the chance to destroy and half the chance to "
    "break or stun come to most"
)


def exchange_lines(found: Exchange) -> Iterator[Line]:
    """The exchange: its attacks in their order, the odds by unit, and who loses a melee."""
    yield Line(f"{PHASES[found.phase]} of {found.unit}, {found.active} active", "title")
    if found.refusal is not None:
        yield Line(f"none: {found.refusal.text} ({found.refusal.clause})", "refusal", 2)
        return
    for attack in found.attacks:
        yield Line(_attack_words(attack), indent=2)
    yield Line(_DEFAULT, "detail", 2)
    yield Line("")
    shown = [name for name in _COLUMNS if _is_told(found, name)]
    rows = [
        (unit, *(percent(chances[name]) if name in chances else "" for name in shown))
        for unit, chances in found.odds.items()
    ]
    yield from table(("unit", *(HEADS.get(name, name) for name in shown)), rows)
    yield Line("")
    for unit, chances in found.odds.items():
        told = [f"{HEADS.get(name, name)} {chance}" for name, chance in chances.items()]
        yield Line(f"{unit}: {', '.join(told)}", "detail", 2)
    if found.loser is not None:
        loser = [f"{side} {chance_words(chance)}" for side, chance in found.loser.by_side.items()]
        nobody = f"nobody {chance_words(found.loser.nobody)}"
        yield Line(f"loses the melee (HR-25): {', '.join([*loser, nobody])}", indent=2)


def _is_told(found: Exchange, name: str) -> bool:
    """Whether a column has anything to tell: of guns only when one may be lost."""
    chances = [unit[name] for unit in found.odds.values() if name in unit]
    return any(chance != "0" for chance in chances) if name == "gun_destroyed" else bool(chances)


def _attack_words(attack: NamedAttack) -> str:
    with_what = f" with {attack.weapon}" if attack.weapon else ""
    needs = "hitting by themselves" if attack.need is None else f"to hit {need_words(attack.need)}"
    dice = count(attack.dice, "die", "dice")
    return f"{attack.attacker} at {attack.target}{with_what}: {dice}, {needs}"
