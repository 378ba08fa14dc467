// The film: frames that are told by their difference from the one before. What lies on the board and where each piece
// stands is put together on the way forward; every so often it is kept, so that going back is as quick.

const film = JSON.parse(document.getElementById("film").textContent);
const frames = film.frames;
const KEPT_EVERY = 40;
const kept = [{ lying: [], places: new Map() }]; // before the first frame

function spliced(list, cuts) {
  const made = list.slice();
  for (const [start, gone, ...come] of cuts) made.splice(start, gone, ...come);
  return made;
}

// What lies on the board (items, the lowest first) and where pieces stand (number of the piece to place) after a frame.
function situation(index) {
  let block = Math.min(Math.floor((index + 1) / KEPT_EVERY), kept.length - 1);
  let { lying, places } = kept[block];
  places = new Map(places);
  for (let at = block * KEPT_EVERY; at <= index; at++) {
    const frame = frames[at];
    if (frame.x) lying = spliced(lying, frame.x);
    for (const [piece, place] of frame.m || []) place ? places.set(piece, place) : places.delete(piece);
    if ((at + 1) % KEPT_EVERY === 0 && (at + 1) / KEPT_EVERY === kept.length) kept.push({ lying, places: new Map(places) });
  }
  return { lying, places };
}

const addresses = new Map();
frames.forEach((frame, index) => { if (frame.w) addresses.set(frame.w, index); });
frames.forEach((frame, index) => addresses.set(frame.a, index));

// The frame of an address: an event, a step's or a ruling's line. A line without a number is where its step begins.
function frameAt(address) {
  const wanted = String(address).trim().replace(/^#?e?/, "");
  if (addresses.has(wanted)) return addresses.get(wanted);
  return -1;
}

const kindWords = (kind) => { const words = kind.replace(/_/g, " "); return words[0].toUpperCase() + words.slice(1); };
const plainWords = (() => {
  const room = document.createElement("template");
  return (html) => { room.innerHTML = html; return room.content.textContent; };
})();
