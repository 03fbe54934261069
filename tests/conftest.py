"""Profiles of hypothesis, by the variable HYPOTHESIS_PROFILE: dev, or ci without chance."""

import os

from hypothesis import settings

from tests.support.browser import chromium, sheet
from tests.support.commands import cli

__all__ = ["chromium", "cli", "sheet"]

settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
