"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import adjudicator

MODULES = sorted(
    m.name for m in pkgutil.walk_packages(adjudicator.__path__, "adjudicator.") if "__main__" not in m.name
)


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_are_true(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
