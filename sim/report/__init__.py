"""What people see of a battle."""
