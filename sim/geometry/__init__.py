"""Vectors, footprints, sight masks and paths: plane geometry without a word of the game."""
