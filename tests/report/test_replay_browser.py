"""The replay in a real browser: stepped to its end and back, on a wide window and on a phone."""

from __future__ import annotations

import html
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from adjudicator.core.types import Side
from adjudicator.play.side.export_view import open_source
from adjudicator.play.side.replaying import replay
from adjudicator.play.side.side_views import Source
from tests.report.test_browser import BROWSER, browse
from tests.support.real_servers import MUST

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

pytestmark = pytest.mark.skipif(
    not BROWSER and not os.environ.get(MUST), reason="no chromium on this machine: the page cannot be looked at"
)

WATCH = """<script>
window.troubles = [];
addEventListener("error", (event) => troubles.push(event.message));
for (const sort of ["error", "warn"]) console[sort] = (...words) => troubles.push(words.join(" "));
addEventListener("securitypolicyviolation", (event) => troubles.push(event.blockedURI));
</script>"""

WALK = """<pre id="found"></pre><script>
(() => {
const page = window.replay;
const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
const drawn = () => document.getElementById("pieces").innerHTML + document.getElementById("above").innerHTML;
document.getElementById("quiet").click(); // every frame, those that reports pass over too
key("Home");
const seen = [[page.current(), page.places()]];
const pictures = [drawn()];
const began = performance.now();
for (let i = 1; i < page.frames.length; i++) {
  key("ArrowRight");
  seen.push([page.current(), page.places()]);
  pictures.push(drawn());
}
const took = performance.now() - began;
let back = 0;
for (let i = page.frames.length - 2; i >= 0; i--) {
  key("ArrowLeft");
  if (drawn() === pictures[i] && page.current() === seen[i][0]) back++;
}
const wide = document.documentElement.clientWidth;
const free = [...document.querySelectorAll("body *")].filter((one) => !one.closest("svg, .turns, table, .help"));
const over = free.filter((one) => one.getBoundingClientRect().right > wide + 1);
const nameless = [...document.querySelectorAll("button, input, select")].filter((one) =>
  !(one.getAttribute("aria-label") || one.textContent.trim() || one.closest("label")));
const jump = page.show("%(address)s") && page.current();
document.getElementById("kind").value = "%(kind)s";
document.getElementById("kind").dispatchEvent(new Event("change"));
key("Home");
const filtered = page.frames.find((frame) => frame.a === page.current()).k;
const view = document.getElementById("board").getAttribute("viewBox");
key("+");
const closer = document.getElementById("board").getAttribute("viewBox") !== view;
document.getElementById("found").textContent = JSON.stringify({
  seen: seen.filter(([address]) => !address.includes(".")), frames: page.frames.length, back, took, troubles,
  over: over.map((one) => one.tagName + "." + one.className),
  nameless: nameless.length, jump, filtered, closer, last: seen[seen.length - 1][0],
});
})();
</script></body>"""


def walked(folder: Path, page: str, width: int, address: str, kind: str) -> Mapping[str, Any]:
    """What a browser tells that walked through a page and back."""
    walk = WALK % {"address": address, "kind": kind}
    file = folder / "replay.html"
    file.write_text(page.replace("<style>", WATCH + "<style>", 1).replace("</body>", walk), "utf-8")
    dom = browse(folder, f"--window-size={width},900", "--timeout=120000", "--dump-dom", file.as_uri())
    found = re.search(r'<pre id="found">(.*?)</pre>', dom, re.DOTALL)
    assert found is not None
    told = json.loads(html.unescape(found[1]))
    assert isinstance(told, dict)
    return told


def stood(source: Source, side: Side, number: int) -> dict[str, str]:
    """Where pieces are known to stand after a step: what `state` of that moment says."""
    step = source.step(side, number)
    pieces = step.rules.view(step.rules.load(step.rules.dump(step.after)), side).pieces
    return {piece.id: piece.place for piece in pieces if piece.place and piece.knowledge != "last_seen"}


@pytest.mark.parametrize(
    ("example", "side", "width", "kind"),
    [
        ("bautzen", "French", 1280, "combat_resolved"),
        ("lutzen", "Umpire", 1280, "units_moved"),
        ("lutzen-noon", "Public", 500, "stack_moved"),
        ("by-forum", "Coalition", 1280, "units_moved"),
        ("campaign1813", "Allied", 1280, "stack_moved"),
    ],
)
def test_an_example_is_stepped_to_its_end_and_back(
    tmp_path: Path, example: str, side: str, width: int, kind: str
) -> None:
    source = open_source(EXAMPLES / example)
    steps = {str(source.step(Side(side), number).seq): number for number in source.numbers()}
    middle = list(steps)[len(steps) // 2]
    found = walked(tmp_path, replay(source, side), width, f"{middle}.1", kind)
    assert found["troubles"] == []
    positions = dict(found["seen"])
    for address, number in steps.items():
        assert positions[address] == stood(source, Side(side), number), f"step {number}"
    assert found["last"] == list(steps)[-1]
    assert found["back"] == found["frames"] - 1, "the way back shows other pictures"
    assert found["jump"] == f"{middle}.1"
    assert (found["filtered"], found["closer"], found["nameless"], found["over"]) == (kind, True, 0, [])
