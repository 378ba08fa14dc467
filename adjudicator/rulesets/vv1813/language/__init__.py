"""The order language of the 1813 battle games."""
