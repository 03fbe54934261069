"""Players that behave badly, each in its own way."""

import os
import sys
import time
from typing import NoReturn

from sim.dice import Stream
from sim.engine.options import Request
from sim.state.battle import BattleState
from sim.state.orders import Cower, Order, Pass


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


class Deserter:
    """Ends the process, past all clean-up, in the second round."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass at first."""
        if state.round > 1:
            os._exit(7)
        return Pass()


class Dozer:
    """Never answers in the second round."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass at first."""
        while state.round > 1:
            time.sleep(1)
        return Pass()


class Babbler:
    """Answers with what is no order."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """A number."""
        return 42  # type: ignore[return-value]


class Plodder:
    """Takes a tenth of a second for its first answer in a round."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass, after a while."""
        if request.number == 1:
            time.sleep(0.1)
        return Pass()


class Stubborn:
    """Orders somebody who is not there, however often it is refused."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Always the same."""
        return Cower("nobody")


class Talker:
    """Thinks aloud."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass, after some talk."""
        sys.stdout.write("let me see\n")
        return Pass()


class Reader:
    """Wants to be told what to do."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass, after a look at what was said."""
        sys.stdin.read()
        return Pass()


class Forker:
    """Goes on as two."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass, either of them."""
        if request.number == 1:
            os.fork()
        return Pass()


class Parent:
    """Has somebody else sleep."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Pass, at once."""
        if request.number == 1 and os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        return Pass()


class Unmakable:
    """Cannot be made."""

    def __init__(self) -> NoReturn:
        raise RuntimeError("out of order")
