// Beside the board: the sentence of the frame, how it was reckoned, its dice; and the list of what is told in its step.

const byId = (id) => document.getElementById(id);
const make = (tag, className, html) => { const made = document.createElement(tag); if (className) made.className = className; if (html !== undefined) made.innerHTML = html; return made; };
const text = (words) => { const room = document.createElement("span"); room.textContent = words; return room.innerHTML; };

function rule(id) {
  const known = film.rules[id];
  if (!known) return `<span class="r">${text(id)}</span>`;
  return `<button class="r" type="button" data-rule="${text(id)}" title="${text(known).replace(/"/g, "&quot;")}">${text(id)}</button>`;
}

function reckoning(rows) {
  const table = make("table", "sum", "<thead><tr><th scope=col>Reckoning</th><th scope=col>Value</th><th scope=col>Why</th><th scope=col>Rule</th></tr></thead>");
  const body = table.createTBody();
  for (const [label, value, because, id, depth, total] of rows) {
    const row = body.insertRow();
    row.className = total ? "total" : value === "0" ? "nil" : "";
    row.innerHTML = `<th scope=row style="padding-left:${depth * 0.9}em">${text(label)}</th><td class=v>${text(value)}</td><td>${text(because)}</td><td>${id ? rule(id) : ""}</td>`;
  }
  return table;
}

function tell(frame, moving) {
  byId("where").textContent = [`Turn ${frame.t || 0}`, frame.c, frame.p, `step ${frame.n}`].filter(Boolean).join(" · ");
  const link = `<a class="a" href="#${frame.a}">#${frame.a}</a>`;
  byId("sentence").innerHTML = `${frame.s || ""} ${frame.r ? rule(frame.r) : ""} ${link}`;
  byId("told").dataset.kind = frame.k;
  const more = byId("more");
  more.replaceChildren();
  if (frame.y) more.append(make("p", "order", `<code>${text(frame.y)}</code>`));
  for (const one of frame.d || []) {
    const line = diceLine(one);
    more.append(line);
    if (moving && !still.matches) tumble(line);
  }
  if (frame.e) more.append(make("p", "result", frame.e));
  if (frame.l) more.append(make("ul", "lines", frame.l.map((line) => `<li>${line}</li>`).join("")));
  if (frame.f && frame.f.length) more.append(make("dl", "", frame.f.map(([title, words]) => `<dt>${text(title)}</dt><dd>${words}</dd>`).join("")));
  if (frame.v && frame.v.length) more.append(reckoning(frame.v));
  if (frame.w) more.append(make("p", "was", `A ruling put this in the place of #${text(frame.w)}.`));
  byId("example").textContent = frame.a;
}

document.addEventListener("click", (event) => {
  const asked = event.target.closest("[data-rule]");
  if (!asked) return;
  const old = byId("rule");
  if (old) old.remove();
  const note = make("p", "rule", `<b>${text(asked.dataset.rule)}</b> ${text(film.rules[asked.dataset.rule])}`);
  note.id = "rule";
  byId("more").append(note);
});

let listed = "";

function list(frame, visible) {
  const key = `${frame.n} ${visible.length} ${visible[0]}`;
  const mine = visible.filter((index) => frames[index].n === frame.n);
  if (key !== listed) {
    listed = key;
    byId("list-title").textContent = `Turn ${frame.t || 0}, step ${frame.n}`;
    byId("list").replaceChildren(...mine.map((index) => {
      const item = make("li");
      const button = make("button", frames[index].k === "refused" ? "refused" : "", frames[index].s || "");
      button.dataset.frame = index;
      button.onclick = () => show(index, true);
      item.append(button);
      return item;
    }));
  }
  for (const button of byId("list").querySelectorAll("button")) {
    const here = Number(button.dataset.frame) === current;
    if (here) button.setAttribute("aria-current", "step"); else button.removeAttribute("aria-current");
    if (here) { // within the list alone: the page itself stays where its reader is
      const box = byId("list");
      const top = button.offsetTop;
      if (top < box.scrollTop || top + button.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 3;
    }
  }
}

function standing() {
  if (!byId("stand").open) return;
  const found = film.sides.map(() => new Map());
  for (const [piece, place] of situation(current).places) {
    const [, name, side] = film.pieces[piece];
    const here = found[side].get(place) || [];
    here.push(name);
    found[side].set(place, here);
  }
  byId("standing").innerHTML = film.sides.map((side, index) => {
    const rows = [...found[index]].sort(([a], [b]) => (a < b ? -1 : 1));
    return `<h3>${text(side)}</h3><dl>${rows.map(([place, names]) => `<dt>${text(place)}</dt><dd>${names.map(text).join(", ")}</dd>`).join("")}</dl>`;
  }).join("");
}

byId("stand").addEventListener("toggle", standing);
