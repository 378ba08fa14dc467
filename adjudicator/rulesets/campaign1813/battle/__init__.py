"""CAM: battles, from the contested town to regrouping."""
