// Dice as they fell: with pips if they have six sides, with a number if they have more; they tumble for a moment.

const PIPS = { 1: [[2, 2]], 2: [[1, 1], [3, 3]], 3: [[1, 1], [2, 2], [3, 3]], 4: [[1, 1], [3, 1], [1, 3], [3, 3]],
  5: [[1, 1], [3, 1], [2, 2], [1, 3], [3, 3]], 6: [[1, 1], [3, 1], [1, 2], [3, 2], [1, 3], [3, 3]] };

function die(face, sides) {
  const pips = sides === 6 && PIPS[face];
  const inside = pips
    ? pips.map(([x, y]) => `<circle cx="${x * 10}" cy="${y * 10}" r="3.4"/>`).join("")
    : `<text x="20" y="26" text-anchor="middle" font-size="18">${face}</text>`;
  return `<svg class="die" viewBox="0 0 40 40" role="img" aria-label="${face}"><rect x="2" y="2" width="36" height="36" rx="7"/>${inside}</svg>`;
}

function diceLine([label, sides, faces]) {
  const line = document.createElement("p");
  line.className = "dice";
  line.title = label;
  if (!sides) line.textContent = "A shuffle.";
  else if (!faces.length) line.textContent = `d${sides}, not shown`;
  else {
    const sum = faces.reduce((all, face) => all + face, 0);
    line.innerHTML = faces.map((face) => die(face, sides)).join("") + `<span>${faces.length}d${sides}${faces.length > 1 ? ` = ${sum}` : ""}</span>`;
  }
  return line;
}

function tumble(line) {
  for (const one of line.querySelectorAll(".die")) {
    const turn = 180 + 240 * Math.random();
    one.animate([{ transform: `translateY(-1.2em) rotate(${-turn}deg)`, opacity: 0.2 }, { transform: "none", opacity: 1 }], { duration: GLIDE, easing: "cubic-bezier(.3,1.4,.5,1)" });
  }
}
