"""What a change does to the numbers, in words."""

from collections.abc import Iterator

from sim.report.adjudication import document as doc
from sim.report.adjudication.phrases import need_words, percent, save_words, wound_words

_OUTCOMES = ("destroyed", "broken", "stunned", "gun_destroyed")
"""What is told of the odds; unharmed is the rest."""


def effect_of(before: doc.Adjudication, after: doc.Adjudication) -> str:
    """What becomes of the numbers of one adjudication in the other."""
    if after.refusal is not None:
        still = "" if before.refusal is None else "still "
        return f"{still}refused: {after.refusal.text} ({after.refusal.clause})"
    if before.refusal is not None:
        return "allowed: " + "; ".join(_numbers(after))
    was, now = list(_numbers(before)), list(_numbers(after))
    changed = [new for new in now if new not in was]
    return "; ".join(changed) or "the numbers stay as they are"


def _numbers(found: doc.Adjudication) -> Iterator[str]:
    yield f"{found.dice} dice" if found.dice != 1 else "1 die"
    if found.to_hit is not None:
        yield f"to hit {need_words(found.to_hit.need)}"
    if found.to_wound is not None:
        yield f"to wound {wound_words(found.to_wound)}"
    yield save_words(found.save)
    assert found.odds is not None
    for name in _OUTCOMES:
        if found.odds.attack.get(name, "0") != "0" or name == "destroyed":
            yield f"{name.replace('_', ' ')} {percent(found.odds.attack[name])}"
