"""The HTML report in a real browser: on a phone nothing runs off the page, and it prints."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from adjudicator.play.match.match import Match
from adjudicator.play.side.reporting import report

BROWSER = next((path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), "")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)

pytestmark = pytest.mark.skipif(not BROWSER, reason="no chromium on this machine: the page cannot be looked at")

MEASURE = """
const page = document.getElementById("page").contentDocument;
const wide = page.documentElement.clientWidth;
const free = [...page.querySelectorAll("body *")].filter(one => !one.closest(".map svg") && !one.closest("pre"));
const over = free.filter(one => !one.closest("svg") && one.getBoundingClientRect().right > wide + 1);
document.getElementById("found").textContent = JSON.stringify({
  wide: wide,
  scroll: page.documentElement.scrollWidth,
  over: over.map(one => one.tagName + "." + one.className).slice(0, 9),
  small: free.filter(one => one.matches("p, li, td, dd") && parseFloat(getComputedStyle(one).fontSize) < 11).length,
  words: page.body.innerText.length,
  map: (map => map ? [map.scrollWidth <= map.clientWidth, map.scrollHeight <= map.clientHeight,
    map.getBoundingClientRect().height <= 900] : [])(page.querySelector(".sheet"))
});
"""


def browse(folder: Path, *arguments: str) -> str:
    """Run the browser without a window."""
    command = [BROWSER, *QUIET, f"--user-data-dir={folder / 'profile'}", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr[-800:]
    return done.stdout


def measured(folder: Path, page: str, width: int) -> dict[str, object]:
    """What a browser makes of a page in a window of so many pixels."""
    frame = f'<iframe id="page" style="width:{width}px;height:900px;border:0" srcdoc="{html.escape(page)}"></iframe>'
    script = f'<script>document.getElementById("page").onload = () => {{ {MEASURE} }}</script>'
    wrapper = folder / "wrapper.html"
    wrapper.write_text(f'<!DOCTYPE html><pre id="found"></pre>{frame}{script}', "utf-8")
    dom = browse(folder, "--virtual-time-budget=4000", "--dump-dom", wrapper.as_uri())
    found = re.search(r'<pre id="found">(.*?)</pre>', dom, re.DOTALL)
    assert found is not None
    measure = json.loads(html.unescape(found[1]))
    assert isinstance(measure, dict)
    return measure


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("side", ["French", "Umpire"])
def test_nothing_runs_off_the_page(scripted: Match, tmp_path: Path, side: str, width: int) -> None:
    found = measured(tmp_path, report(scripted, side, "html"), width)
    assert found["over"] == []
    assert found["scroll"] == found["wide"]
    assert found["small"] == 0
    assert isinstance(found["words"], int)
    assert found["words"] > 2000
    assert found["map"] == [True, True, True], "the map is not seen whole"


def test_a_page_that_does_run_off_is_noticed(tmp_path: Path) -> None:
    """The measure itself: a block of 600 pixels does not fit on a phone."""
    found = measured(tmp_path, '<!DOCTYPE html><body><div class="wide" style="width:600px">words</div>', 390)
    assert found["over"] == ["DIV.wide"]
    assert found["scroll"] != found["wide"]


def test_it_prints(scripted: Match, tmp_path: Path) -> None:
    page, paper = tmp_path / "report.html", tmp_path / "report.pdf"
    page.write_text(report(scripted, "French", "html"), "utf-8")
    browse(tmp_path, f"--print-to-pdf={paper}", "--no-pdf-header-footer", page.as_uri())
    assert paper.read_bytes().startswith(b"%PDF-")
