// Stepping and playing: buttons, keys, the slider, addresses.

let current = -1;
let timer = 0;
const PLAY = byId("play").querySelector("path").getAttribute("d");
const PAUSE = "M7 4V20M17 4V20";

function show(index, moving) {
  if (index === undefined || index < 0 || index >= frames.length) return;
  const frame = frames[index];
  const near = moving && Math.abs(index - current) < 40;
  current = index;
  draw(frame, situation(index).lying, near);
  bringIntoView(frame);
  tell(frame, near);
  list(frame, visible);
  standing();
  const at = visible.indexOf(nearest(index));
  byId("slider").value = at;
  byId("slider").setAttribute("aria-valuetext", `${byId("where").textContent}: ${plainWords(frame.s || "")}`);
  const turns = [...byId("turn").options];
  const turn = turns.findLast((option) => Number(option.value) <= index);
  if (turn) byId("turn").value = turn.value;
  if (location.hash !== `#${frame.a}`) history.replaceState(null, "", `#${frame.a}`);
}

const stepOf = (index) => frames[index].n;
const turnOf = (index) => frames[index].t || 0;

// The first frame of the next (or this, or the last) stretch that has the same step or turn.
function leap(sort, forward) {
  if (forward) return visible.find((one) => one > current && sort(one) !== sort(current)) ?? visible.at(-1);
  const before = previous(current);
  if (before === undefined) return current;
  return visible.find((one) => sort(one) === sort(before));
}

const acts = {
  first: () => show(visible[0], false),
  last: () => show(visible.at(-1), false),
  on: () => show(next(current), true),
  back: () => show(previous(current), true),
  "on-step": () => show(leap(stepOf, true), true),
  "back-step": () => show(leap(stepOf, false), true),
  play: () => (timer ? pause() : play()),
};

// A frame that tells much is looked at longer than one that tells little.
function pace() {
  const frame = frames[current];
  const words = (frame.s || "").length / 90 + (frame.v ? 1.2 : 0) + (frame.d && frame.d.length ? 0.6 : 0);
  return Number(byId("speed").value) * (0.7 + Math.min(words, 3) * 0.45);
}

function play() {
  if (next(current) === undefined) show(visible[0], false);
  const button = byId("play");
  button.setAttribute("aria-label", "Pause");
  button.querySelector("path").setAttribute("d", PAUSE);
  byId("told").setAttribute("aria-live", "off");
  const tick = () => {
    if (next(current) === undefined) return pause();
    glideTime = Number(byId("speed").value) * 0.8;
    show(next(current), true);
    timer = setTimeout(tick, pace());
  };
  timer = setTimeout(tick, 150);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  glideTime = 1000;
  byId("play").setAttribute("aria-label", "Play");
  byId("play").querySelector("path").setAttribute("d", PLAY);
  byId("told").setAttribute("aria-live", "polite");
}

function go(address) {
  const index = frameAt(address);
  byId("address").setAttribute("aria-invalid", index < 0);
  byId("address").title = index < 0 ? "Nothing here has this address." : "";
  if (index >= 0) show(index, false);
  return index >= 0;
}

for (const [id, act] of Object.entries(acts)) byId(id).onclick = () => { if (id !== "play" && timer) pause(); act(); };
byId("slider").oninput = (event) => show(visible[Number(event.target.value)], true);
byId("turn").onchange = (event) => show(Number(event.target.value), true);
byId("go").onsubmit = (event) => { event.preventDefault(); if (go(byId("address").value)) byId("address").value = ""; };
addEventListener("hashchange", () => go(location.hash.slice(1)));

const keys = {
  ArrowRight: acts.on, ArrowLeft: acts.back, PageDown: acts["on-step"], PageUp: acts["back-step"], Home: acts.first, End: acts.last,
  "]": () => show(leap(turnOf, true), true), "[": () => show(leap(turnOf, false), true), " ": acts.play,
  "+": () => board && zoom(1.5), "=": () => board && zoom(1.5), "-": () => board && zoom(1 / 1.5), 0: () => board && whole(),
  w: () => board && shift(0, -0.2), s: () => board && shift(0, 0.2), a: () => board && shift(-0.2, 0), d: () => board && shift(0.2, 0),
  g: () => byId("address").focus(), f: () => { byId("choose").open = true; byId("command").focus(); },
};

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const at = event.target;
  if (at.matches("select, input:not([type=range]):not([type=checkbox])")) return;
  if (event.key === " " && at.matches("button, summary, input")) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});
