"""CAM: the campaign turn: date, initiative, player turns, break points, victory."""
