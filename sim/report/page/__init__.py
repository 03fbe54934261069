"""The replay page: one file that shows a battle, with everything it needs inside."""
