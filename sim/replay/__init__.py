"""Logs of battles: their lines, writing and reading them."""
