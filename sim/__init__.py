"""skirmish-sim: a turn-based simulator of tabletop skirmish battles."""

__version__ = "0.1.0"
