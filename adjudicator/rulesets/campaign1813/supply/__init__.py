"""CAM: supply, attrition, rally, strength."""
