"""The order language of the rule system."""
