// Looking at the board: zoom with wheel, buttons, keys and two fingers, pan with mouse and finger.

const map = document.getElementById("map");
const sheet = board && board.viewBox.baseVal;
const size = board && { width: sheet.width, height: sheet.height };
const look = { x: 0, y: 0, zoom: 1 };
const MOST = 9;
let following = false;

// The part of the sheet that is seen has the shape of the window, so that nothing is wasted at the sides.
function seen() {
  const { width, height } = map.getBoundingClientRect();
  const whole = Math.max(size.width / width, size.height / height);
  return { width: (width * whole) / look.zoom, height: (height * whole) / look.zoom };
}

function apply() {
  const part = seen();
  look.x = kept_in(look.x, part.width, size.width);
  look.y = kept_in(look.y, part.height, size.height);
  board.setAttribute("viewBox", `${look.x.toFixed(1)} ${look.y.toFixed(1)} ${part.width.toFixed(1)} ${part.height.toFixed(1)}`);
}

function kept_in(start, part, whole) {
  return part >= whole ? (whole - part) / 2 : Math.min(Math.max(start, 0), whole - part);
}

// Zoom so that the point of the sheet under the pointer stays where it is.
function zoom(factor, clientX, clientY) {
  const box = map.getBoundingClientRect();
  const across = clientX === undefined ? 0.5 : (clientX - box.left) / box.width;
  const down = clientY === undefined ? 0.5 : (clientY - box.top) / box.height;
  const before = seen();
  const at = { x: look.x + across * before.width, y: look.y + down * before.height };
  look.zoom = Math.min(Math.max(look.zoom * factor, 1), MOST);
  const after = seen();
  look.x = at.x - across * after.width;
  look.y = at.y - down * after.height;
  apply();
}

function shift(dx, dy) {
  const part = seen();
  look.x += dx * part.width;
  look.y += dy * part.height;
  apply();
}

function whole() { look.zoom = 1; look.x = look.y = 0; apply(); }

// Where something happens in a frame: what is laid over the board, else the pieces that change their place.
function scene(frame) {
  const items = [...(frame.b || []), ...(frame.o || [])];
  for (const [, , ...come] of frame.x || []) items.push(...come.filter((item) => film.items[item][3] >= 0));
  return items.slice(0, 12).map((item) => film.items[item]);
}

function bringIntoView(frame) {
  if (!board || !following) return;
  const spots = scene(frame);
  if (!spots.length) return;
  const x = spots.reduce((sum, spot) => sum + spot[1], 0) / spots.length;
  const y = spots.reduce((sum, spot) => sum + spot[2], 0) / spots.length;
  const part = seen();
  const rim = 0.2;
  if (x < look.x + rim * part.width || x > look.x + (1 - rim) * part.width) look.x = x - part.width / 2;
  if (y < look.y + rim * part.height || y > look.y + (1 - rim) * part.height) look.y = y - part.height / 2;
  apply();
}

const fingers = new Map();

function down(event) {
  if (event.target.closest("button")) return;
  map.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, event);
}

function drag(event) {
  const last = fingers.get(event.pointerId);
  if (!last) return;
  const box = map.getBoundingClientRect();
  if (fingers.size === 2) {
    const other = [...fingers.values()].find((one) => one.pointerId !== event.pointerId);
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
    zoom(apart(event) / apart(last), (event.clientX + other.clientX) / 2, (event.clientY + other.clientY) / 2);
  }
  const share = 1 / fingers.size;
  shift((-share * (event.clientX - last.clientX)) / box.width, (-share * (event.clientY - last.clientY)) / box.height);
  fingers.set(event.pointerId, event);
}

function up(event) { fingers.delete(event.pointerId); }

if (board) {
  map.addEventListener("wheel", (event) => { event.preventDefault(); zoom(Math.exp(-event.deltaY / 500), event.clientX, event.clientY); }, { passive: false });
  map.addEventListener("pointerdown", down);
  map.addEventListener("pointermove", drag);
  for (const over of ["pointerup", "pointercancel"]) map.addEventListener(over, up);
  map.addEventListener("dblclick", (event) => zoom(event.shiftKey ? 0.5 : 2, event.clientX, event.clientY));
  document.getElementById("closer").onclick = () => zoom(1.5);
  document.getElementById("further").onclick = () => zoom(1 / 1.5);
  document.getElementById("whole").onclick = whole;
  document.getElementById("follow").onclick = (event) => {
    following = !following;
    event.currentTarget.setAttribute("aria-pressed", following);
    if (following && look.zoom < 2) zoom(2.2 / look.zoom);
    bringIntoView(frames[current]);
  };
  new ResizeObserver(apply).observe(map);
}
