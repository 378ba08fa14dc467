"""What a side (or the umpire) reads: its view of the steps, reports, checks, exports."""
