"""A match from orders to reports: load, check, adjudicate, record, report."""
