"""CAM: the German Campaign of autumn 1813: point to point, hidden blocks, battles fought at the table."""
