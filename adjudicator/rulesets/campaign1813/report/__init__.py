"""CAM: a battle report from the table, read and checked."""
