"""One battle with its log and its result."""

from typing import BinaryIO

from sim.replay.codec import Header
from sim.replay.log import LogWriter
from sim.runner.match import Sink, play
from sim.runner.result import Result, result_of
from sim.scenario.load import Scenario
from sim.state.battle import BattleState
from sim.state.events import Event


def fight(scenario: Scenario, header: Header, log: BinaryIO | None, watch: Sink) -> Result:
    """Fight the battle of a header, log it if there is a file, and return its result.

    `watch` sees every event after the log; what is broken off is in the log as far as it went.
    """
    writer = LogWriter(header, log)

    def sink(event: Event, state: BattleState) -> None:
        """First the log, then whoever watches."""
        writer(event, state)
        watch(event, state)

    try:
        state = play(scenario, header.players, header.seed, sink)
    finally:
        writer.catch_up()
    return result_of(header, state, writer.close())
