"""Adjudication: what one attack or one exchange would do, why, and what would change it."""
