"""What `check` can say of orders before any die is rolled."""
