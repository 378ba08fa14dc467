"""NLC 19 to 24: leaders, orders and couriers, reorganization, demoralization, supply."""
