"""The figures of a results file as a page of text."""

from collections.abc import Iterable, Iterator, Mapping

from sim.report.batch.figures import (
    NOTHING,
    decimal,
    percent,
    points,
    points_interval,
    share_interval,
    table,
)
from sim.report.batch.matchups import KINDS, KindLosses, Lead
from sim.report.batch.samples import is_mirror
from sim.report.batch.stats import Described, Stats
from sim.report.lines import Line
from sim.report.words import ENDINGS, count, number
from sim.runner.batch.experiment import Cell

_MOST_CAUSES = 12
_TITLE_WIDTH = 52


def stats_lines(stats: Stats) -> Iterator[Line]:
    """The page of a results file: its matchups one after the other."""
    if not stats.battles:
        yield Line(f"{NOTHING}: {_of(0, stats.planned)} fought")
        return
    is_one = len(stats.matchups) == 1
    for matchup in stats.matchups:
        title = title_of(matchup.cell)
        yield Line(title if is_one else f"Cell {matchup.cell.index}, {title}", "title")
        yield from matchup_lines(matchup)
        yield Line("")
    yield Line(
        f"Intervals are 95 %; {stats.draws}. Battles of a pair share seed and dice, so "
        "differences come from pairs.",
        "detail",
    )
    if stats.battles < stats.planned:
        yield Line(f"{_of(stats.battles, stats.planned)} fought so far.", "grave")


def _of(battles: int, planned: int) -> str:
    return f"{battles:,} of {count(planned, 'battle')} planned" if planned else "no battles"


def matchup_lines(matchup: Described) -> Iterator[Line]:
    """A matchup: who won, by how much, how long it took, what was lost and why."""
    yield from _settings(matchup.cell.settings)
    yield Line(_battles(matchup), indent=2)
    if matchup.done:
        yield Line("")
        yield from table(_tallies(matchup))
        yield Line("")
        yield from table(_leads(matchup), names=38)
        yield Line("")
        yield from _course(matchup)
        yield from table(_losses(matchup))
        yield Line("")
        yield from _causes(matchup)
    yield from (Line(sentence, indent=2) for sentence in matchup.sentences)


def title_of(cell: Cell) -> str:
    """What a matchup is called: its scenario and players."""
    one, other = cell.players
    against = "itself" if is_mirror(cell) else other
    return f"{cell.scenario}: {one} against {against}"


def _settings(settings: Mapping[str, str]) -> Iterator[Line]:
    for path, value in settings.items():
        yield Line(f"with {path}={value}", indent=2)


def _battles(matchup: Described) -> str:
    parts = [f"{count(matchup.done, 'battle')} fought out, {count(matchup.pairs, 'whole pair')}"]
    forfeits = sum(matchup.forfeits.values())
    if forfeits:
        parts.append(f"{forfeits} forfeited")
    if matchup.crashed:
        parts.append(f"{matchup.crashed} crashed")
    return "; ".join(parts)


def _tallies(matchup: Described) -> Iterator[tuple[str, ...]]:
    yield ("", "wins", "draws", "losses", "win rate", "95 % interval")
    for tally in (*matchup.players, *matchup.sides):
        yield (
            tally.name,
            str(tally.wins),
            str(tally.draws),
            str(tally.losses),
            percent(tally.rate.value),
            share_interval(tally.rate),
        )


def _leads(matchup: Described) -> Iterator[tuple[str, ...]]:
    yield ("difference of win rates, in points", "", "95 % interval")
    for lead in (matchup.player_lead, matchup.side_lead, matchup.first_lead):
        if lead is not None:
            yield (
                _lead_name(lead),
                points(lead.difference.value),
                points_interval(lead.difference),
            )


def _lead_name(lead: Lead) -> str:
    return f"{lead.of} over {lead.over}"


def _course(matchup: Described) -> Iterator[Line]:
    lengths, total = matchup.lengths, matchup.done
    yield Line(
        f"Length: {_round(lengths.mean)} rounds on average, median {_round(lengths.median)}, "
        f"from {lengths.shortest} to {lengths.longest}",
        indent=2,
    )
    endings = (
        f"{ENDINGS.get(name, name)} {percent(met / total)}" for name, met in lengths.endings.items()
    )
    yield Line(f"Ended by: {', '.join(endings)}", indent=2)
    losses = (f"{side} {_round(met)}" for side, met in matchup.first_losses.items())
    yield Line(f"First loss, median round: {', '.join(losses)}", indent=2)
    yield Line("")


def _round(met: float | None) -> str:
    return NOTHING if met is None else number(met)


def _losses(matchup: Described) -> Iterator[tuple[str, ...]]:
    yield ("lost on average", *KINDS)
    for tally in matchup.sides:
        found = {entry.kind: entry for entry in matchup.losses if entry.side == tally.name}
        yield (tally.name, *(_lost(found.get(kind)) for kind in KINDS))


def _lost(entry: KindLosses | None) -> str:
    if entry is None:
        return "-"
    return f"{decimal(entry.lost)} of {number(entry.started)} ({100 * entry.share:.0f} %)"


def _causes(matchup: Described) -> Iterable[Line]:
    if not matchup.causes:
        return
    rows = [("lost by", "units", "share")]
    rows += [
        (f"{cause.clause} {cause.title}", str(cause.losses), percent(cause.share))
        for cause in matchup.causes[:_MOST_CAUSES]
    ]
    rest = matchup.causes[_MOST_CAUSES:]
    if rest:
        losses = sum(cause.losses for cause in rest)
        rows.append(
            (count(len(rest), "other clause"), str(losses), percent(losses / _all(matchup)))
        )
    yield from table(rows, names=_TITLE_WIDTH)
    yield Line("")


def _all(matchup: Described) -> int:
    return sum(cause.losses for cause in matchup.causes)
