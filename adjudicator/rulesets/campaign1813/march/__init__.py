"""CAM: initiative, reconnaissance, movement, towns."""
