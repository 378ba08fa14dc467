// The start: the frame that the address names, else the one that the page was drawn with.

choose();
if (!go(location.hash.slice(1))) show(film.start, false);
byId("address").removeAttribute("aria-invalid");
document.documentElement.dataset.ready = "yes";

// For tests and for whoever wants to look deeper: what the page shows, by the names of the log.
window.replay = {
  frames, film, show: (address) => go(address), current: () => frames[current].a,
  places: () => Object.fromEntries([...situation(current).places].map(([piece, place]) => [film.pieces[piece][0], place])),
  press: (id) => byId(id).click(),
};
