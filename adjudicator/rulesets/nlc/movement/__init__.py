"""NLC 5, 6, 9: movement, zones of control, stacking, entry and exit, the duties of orders."""
