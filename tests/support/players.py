"""Players that behave badly, each in its own way."""

import sys
from typing import NoReturn

from sim.dice import Stream
from sim.engine.options import Request
from sim.state.battle import BattleState
from sim.state.orders import Order, Pass


class Sulker:
    """Gives up in the second round with an exception."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass at first."""
        if state.round > 1:
            raise RuntimeError("no more")
        return Pass()


class Interrupter:
    """Presses Ctrl-C in the second round."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass at first."""
        if state.round > 1:
            raise KeyboardInterrupt
        return Pass()


class Leaver:
    """Asks the program to exit."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Nothing."""
        raise SystemExit


class Talker:
    """Thinks aloud."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass, after some talk."""
        sys.stdout.write("let me see\n")
        return Pass()


class Unmakable:
    """Cannot be made."""

    def __init__(self) -> NoReturn:
        raise RuntimeError("out of order")
