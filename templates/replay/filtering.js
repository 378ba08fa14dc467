// What is stepped through: all that is told, or what one command or one kind of happening has to do with.

let visible = [];

function chosen() {
  return { command: byId("command").value, kind: byId("kind").value, quiet: byId("quiet").checked };
}

function fits(frame, { command, kind, quiet }) {
  if (frame.q && !quiet && !(kind && frame.k === kind)) return false;
  if (command !== "" && !(frame.g || []).includes(Number(command))) return false;
  return kind === "" || frame.k === kind;
}

function choose() {
  const choice = chosen();
  visible = frames.map((frame, index) => index).filter((index) => fits(frames[index], choice));
  const limited = choice.command !== "" || choice.kind !== "";
  byId("chosen").textContent = limited ? `(${visible.length} of ${frames.length})` : "";
  if (!visible.length) visible = [current];
  byId("slider").max = visible.length - 1;
  ticks();
  listed = "";
}

// The next frame that is stepped through after (or before) another, by number in the film.
function next(index) { return visible.find((one) => one > index); }
function previous(index) { return visible.findLast((one) => one < index); }
function nearest(index) { return visible.findLast((one) => one <= index) ?? visible[0]; }

function ticks() {
  const firsts = new Map();
  visible.forEach((frame, at) => { const turn = frames[frame].t || 0; if (!firsts.has(turn)) firsts.set(turn, at); });
  let last = -9;
  byId("turns").replaceChildren(...[...firsts].filter(([, at]) => { // no two on top of each other
    const place = (100 * at) / Math.max(1, visible.length - 1);
    const apart = place - last > 3.5;
    if (apart) last = place;
    return apart;
  }).map(([turn, at]) => {
    const tick = make("button", "", String(turn));
    tick.style.left = `${(100 * at) / Math.max(1, visible.length - 1)}%`;
    tick.tabIndex = -1;
    tick.title = `Turn ${turn}`;
    tick.onclick = () => show(visible[at], true);
    return tick;
  }));
  byId("turn").replaceChildren(...[...firsts].map(([turn, at]) => new Option(String(turn), String(visible[at]))));
}

film.commands.map((name, index) => [name, index]).sort(([a], [b]) => (a < b ? -1 : 1)).forEach(([name, index]) => byId("command").add(new Option(name, String(index))));
[...new Set(frames.map((frame) => frame.k))].sort().forEach((kind) => byId("kind").add(new Option(kindWords(kind), kind)));
for (const id of ["command", "kind", "quiet"]) byId(id).onchange = () => { choose(); show(nearest(current), false); };
byId("everything").onclick = () => { byId("command").value = byId("kind").value = ""; byId("quiet").checked = false; choose(); show(nearest(current), false); };
