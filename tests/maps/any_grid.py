"""Grids of every kind, small enough to look at each of their hexes."""

from __future__ import annotations

from hypothesis import strategies as st

from adjudicator.maps.grid import Grid, Sheet

sheets = st.builds(
    Sheet,
    st.integers(3, 9),
    st.integers(3, 9),
    st.sampled_from(["", "B"]),
    st.integers(0, 3),
    st.integers(0, 3),
)

grids = st.builds(
    Grid,
    st.tuples(sheets),
    st.sampled_from(["flat", "pointy"]),
    st.sampled_from(["even", "odd"]),
    st.sampled_from(["column-row", "row-column"]),
    st.sampled_from([2, 3]),
    st.sampled_from(["top-left", "top-right", "bottom-left", "bottom-right"]),
)


@st.composite
def grids_with(draw: st.DrawFn, hexes: int) -> tuple[Grid, tuple[int, ...]]:
    """A grid and some of its hexes."""
    grid = draw(grids)
    return grid, tuple(draw(st.integers(0, grid.size - 1)) for _ in range(hexes))
