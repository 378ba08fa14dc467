"""LB 30, LB 31: morale: checks, disorder, rout, recovery, and the levels of corps."""
