"""The table: kinds and pieces of terrain, the compiled world, and sight across it."""
