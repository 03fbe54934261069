"""What the battles of a results file show: figures, tables, pictures, and how far to trust them."""
