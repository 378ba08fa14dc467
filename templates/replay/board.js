// The board: three layers over the printed map. A piece keeps its element from frame to frame and glides to its new place.

const SVG = "http://www.w3.org/2000/svg";
const board = document.getElementById("board");
const layers = board && { below: board.querySelector("#below"), pieces: board.querySelector("#pieces"), above: board.querySelector("#above") };
const still = matchMedia("(prefers-reduced-motion: reduce)");
const shown = new Map(); // key to { element, item }
const GLIDE = 420;

function element(item) {
  const [shape, x, y, piece] = film.items[item];
  const made = document.createElementNS(SVG, "g");
  dress(made, shape);
  if (piece >= 0) made.dataset.piece = film.pieces[piece][0];
  made.setAttribute("transform", `translate(${x} ${y})`);
  return made;
}

function dress(group, shape) {
  const [kind, body] = film.shapes[shape];
  group.setAttribute("class", kind);
  group.innerHTML = body;
}

// The way of a piece from its old place to its new one, over the corners of the event's course if it has one.
function glide(group, from, to, course) {
  const steps = [from];
  for (let i = 2; course && i < course.length - 2; i += 2) {
    const end = course.length - 2;
    steps.push([course[i] - course[end] + to[0], course[i + 1] - course[end + 1] + to[1]]);
  }
  steps.push(to);
  const time = Math.min(GLIDE * (1 + 0.35 * (steps.length - 2)), glideTime);
  group.animate(steps.map(([x, y]) => ({ transform: `translate(${x}px,${y}px)` })), { duration: time, easing: "ease-in-out" });
}

let glideTime = 1000;

function lay(lying, frame, moving) {
  const now = new Map();
  const order = [];
  for (const item of lying) {
    const [shape, x, y, piece] = film.items[item];
    let key = piece >= 0 ? `p${piece}` : `i${item}`;
    while (now.has(key)) key += "+";
    const old = shown.get(key);
    let group;
    if (!old) {
      group = element(item);
      if (moving && piece >= 0) group.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
    } else {
      group = old.element;
      if (old.item !== item) {
        const [oldShape, oldX, oldY] = film.items[old.item];
        if (oldShape !== shape) dress(group, shape);
        group.setAttribute("transform", `translate(${x} ${y})`);
        if (moving && (oldX !== x || oldY !== y)) glide(group, [oldX, oldY], [x, y], Math.hypot(oldX - x, oldY - y) > 50 ? frame.z : null);
      }
    }
    now.set(key, { element: group, item });
    order.push(group);
  }
  for (const [key, { element: group }] of shown) if (!now.has(key)) group.remove();
  let following = layers.pieces.firstChild; // put right what stands out of order, and touch nothing else
  for (const group of order) {
    if (group === following) following = following.nextSibling;
    else layers.pieces.insertBefore(group, following);
  }
  shown.clear();
  for (const [key, value] of now) shown.set(key, value);
}

function overlay(layer, items, moving) {
  layer.replaceChildren(...(items || []).map(element));
  if (moving) for (const one of layer.children) one.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
}

function draw(frame, lying, moving) {
  if (!board) return;
  const moves = moving && !still.matches;
  lay(lying, frame, moves);
  overlay(layers.below, frame.b, moves);
  overlay(layers.above, frame.o, moves);
}

if (board) for (const layer of Object.values(layers)) layer.replaceChildren();
