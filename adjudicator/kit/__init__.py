"""What every rule system needs and none should write again."""
