"""A match carried to VASSAL and back: modules, saves and logs of ours, and what players did there as orders."""
