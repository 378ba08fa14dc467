"""Theatre maps: towns and roads, corps with their strength."""
