"""Battles by the hundred: verdicts and intervals."""

import pytest

from tools.trials import Trial, run_trial, wilson


def test_a_trial_has_a_verdict() -> None:
    verdict = run_trial(Trial("walled-manor", ("null", "null"), 1))
    assert verdict.round == 8
    assert verdict.termination == "rounds"
    assert verdict.refusals == 0


@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [(0, 0, 0.0, 1.0), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775)],
)
def test_wilson_intervals(successes: int, count: int, low: float, high: float) -> None:
    assert wilson(successes, count) == pytest.approx((low, high), abs=1e-4)
