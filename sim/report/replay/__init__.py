"""Replays looked into: why an event came out so, the luck of the dice, where two battles part."""
