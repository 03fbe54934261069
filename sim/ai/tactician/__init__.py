"""The player that weighs every place it can reach by fields of threat and of promise."""
