// The table: units, marks and names as the rows of a state have them, and the part that is seen.

const MARKS = [
  ["broken", "B", "broken"], ["suppressed", "S", "suppressed"], ["cowering", "C", "cowering"],
  ["stunned", "X", "stunned"], ["immobilized", "I", "immobilized"], ["open", "U", "unbuttoned"],
];
const LAYERS = ["ground", "places", "under", "trails", "guns", "units", "over", "names"];
const LABEL_SIZE = 11;
const LETTER = 0.6; // of the size: about how wide a letter of a name is
const MARK = 13; // pixels from one mark to the next
const LEGIBLE = 8.5; // pixels of an inch from which on every unit has its name
const MOST_TRAVEL = 5; // pixels: beyond it a press was a pan, not a click
const MARGIN = 0.01;
const CLOSEST = 12;

class Table {
  constructor(root, scenery, choose) {
    Object.assign(this, { root, scenery, choose, drawn: {}, parts: {} });
    [this.width, this.height] = scenery.size;
    this.box = [this.width * UNITS, this.height * UNITS];
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", { class: name })]));
    const rim = svg("rect", { width: this.box[0], height: this.box[1] });
    const clip = svg("clipPath", { id: "rim" }, rim);
    root.parentElement.style.setProperty("--aspect", this.width / this.height);
    const definitions = svg("defs", {}, ...drawTextures(scenery.kinds), clip);
    root.append(definitions, ...Object.values(this.layers));
    put(this.layers.under, "clip-path", "url(#rim)");
    this.furnish();
  }

  furnish() {
    const { scenery, layers } = this;
    layers.ground.append(...drawGround(scenery));
    this.places = scenery.objectives.map((place) => drawObjective(place, this.height));
    const labels = scenery.labels.map((label) => drawLabel(label, this.height));
    layers.places.append(...this.places, ...labels);
    this.units = scenery.units.map((unit, i) => this.unit(unit, i));
    this.guns = scenery.guns.map(() => svg("path"));
    layers.guns.append(...this.guns, ...this.units.map((unit) => unit.fallen));
    layers.units.append(...this.units.map((unit) => unit.root));
    layers.names.append(...this.units.map((unit) => unit.name));
  }

  unit(unit, i) {
    const { look } = this.scenery.sides[unit.side];
    const part = (name, shape = "path") => svg(shape, { class: name });
    const drawn = {
      look, base: part("base"), wedge: part("wedge"), speed: part("speed"), badge: part("badge"),
      marks: part("states fixed", "g"), title: svg("title"), name: svg("text"), fallen: svg("path"),
    };
    drawn.turn = svg("g", {}, drawn.speed, drawn.base, drawn.wedge);
    drawn.lift = svg("g", {}, drawn.marks);
    drawn.root = svg(
      "g", { "data-unit": i, tabindex: 0, role: "button" },
      drawn.title, drawn.turn, drawn.badge, drawn.lift,
    );
    put(drawn.fallen, "d", "M-6-6L6 6M-6 6L6-6");
    say(drawn.name, unit.id);
    drawn.root.addEventListener("click", () => {
      if (!(this.travel > MOST_TRAVEL)) this.choose(i);
    });
    drawn.root.addEventListener("keydown", (press) => {
      if (press.key === "Enter") this.choose(i);
    });
    return drawn;
  }

  at(x, y) {
    return spot([x, y], this.height);
  }

  // Draw a state; `parts` says which units attack, are attacked, or otherwise take part.
  show(rows, parts) {
    this.scenery.units.forEach((unit, i) => {
      const row = rows[`u${i}`];
      if (this.drawn[`u${i}`] !== row) this.place(this.units[i], unit, row);
      put(this.units[i].root, "class", this.classes(i, row, parts));
    });
    this.guns.forEach((gun, i) => {
      const row = rows[`g${i}`];
      if (this.drawn[`g${i}`] !== row) this.placeGun(gun, row);
    });
    this.places.forEach((place, i) => {
      const holder = this.scenery.sides[rows.battle.holders[i]];
      put(place, "class", holder ? `place look-${holder.look}` : "place");
    });
    Object.assign(this, { drawn: rows, parts });
    this.nameAll();
  }

  classes(i, row, parts) {
    const words = ["unit", `look-${this.units[i].look}`];
    if (!isShown(this.scenery.units[i], row)) words.push("gone");
    else if (row.fate !== "alive") words.push("wreck");
    words.push(...Object.keys(parts).filter((role) => parts[role].includes(i)));
    return words.join(" ");
  }

  place(drawn, unit, row) {
    const place = `translate(${this.at(row.x, row.y).join(" ")})`;
    const isAlive = row.fate === "alive";
    put(drawn.root, "transform", place);
    put(drawn.fallen, "transform", place);
    put(drawn.fallen, "class", `fallen look-${drawn.look}${isFallen(unit, row) ? "" : " gone"}`);
    put(drawn.turn, "transform", `rotate(${row.facing})`);
    put(drawn.base, "d", basePath(row));
    put(drawn.wedge, "d", isAlive ? wedgePath(row) : crossPath(row));
    put(drawn.speed, "d", speedPath(row));
    put(drawn.badge, "d", isAlive ? badgePath(drawn.look, kindNow(unit, row)) : "");
    put(drawn.lift, "transform", `translate(0 ${rounded(-extentOf(row)[1])})`);
    this.mark(drawn.marks, unit, row);
    const words = [unit.id, unit.profile, ...(isAlive ? statesOf(unit, row) : [row.fate])];
    put(drawn.root, "aria-label", words.join(", "));
    say(drawn.title, words.join(", "));
  }

  placeGun(gun, row) {
    const isLeft = row.fate === "intact" && row.crew < 0;
    put(gun, "class", isLeft ? "gun" : "gun gone");
    put(gun, "d", basePath(row));
    put(gun, "transform", `translate(${this.at(row.x, row.y).join(" ")}) rotate(${row.facing})`);
  }

  // The states of a unit as letters in a row above it.
  mark(group, unit, row) {
    const shown = row.fate === "alive" ? MARKS.filter(([state]) => hasState(unit, row, state)) : [];
    const letters = shown.map(([, letter]) => letter).join("");
    if (group.getAttribute("data-states") === letters) return;
    put(group, "data-states", letters);
    refill(group, ...shown.map(([state, letter], i) => {
      const x = (i - (shown.length - 1) / 2) * MARK;
      return drawMark(state, letter, `translate(${x} -6)`);
    }));
  }

  // Names, each where it covers least of the bases, marks and names before it.
  nameAll() {
    const unit = this.unitsPerPixel || 1, size = LABEL_SIZE * unit;
    const taken = this.scenery.units.flatMap((one, i) => this.boxes(one, i, unit));
    this.scenery.units.forEach((one, i) => {
      const { name, look } = this.units[i], row = this.drawn[`u${i}`];
      const isBusy = Object.values(this.parts).some((members) => members.includes(i));
      const isNamed = isShown(one, row) && (isBusy || UNITS / unit > LEGIBLE);
      put(name, "class", `name look-${look}${isNamed ? "" : " gone"}${isBusy ? " busy" : ""}`);
      if (!isNamed) return;
      const width = one.id.length * size * LETTER;
      const box = freePlace(this.at(row.x, row.y), extentOf(row), width, size, taken);
      taken.push(box);
      put(name, "x", rounded((box[0] + box[2]) / 2));
      put(name, "y", rounded(box[3] - size * 0.15));
    });
  }

  // What a unit covers: its base, and the marks above it.
  boxes(one, i, unit) {
    const row = this.drawn[`u${i}`];
    if (!isShown(one, row)) return [];
    const [x, y] = this.at(row.x, row.y), [across, up] = extentOf(row);
    const half = this.units[i].marks.childElementCount * MARK * unit / 2;
    const marks = [x - half, y - up - MARK * unit, x + half, y - up];
    return [boxAbout(x, y, across, up), ...(half ? [marks] : [])];
  }

  // Look at a part of the table: left, top and width, in drawing units.
  lookAt([left, top, width]) {
    const [wide, high] = this.box, widest = wide * (1 + 2 * MARGIN);
    const across = Math.min(Math.max(width, wide / CLOSEST), widest), down = across * high / wide;
    const x = Math.min(Math.max(left, -MARGIN * wide), (1 + MARGIN) * wide - across);
    const y = Math.min(Math.max(top, -MARGIN * high), (1 + MARGIN) * high - down);
    this.view = [x, y, across, down];
    put(this.root, "viewBox", this.view.map(rounded).join(" "));
    put(this.root, "data-view", across < wide ? "part" : "whole");
    this.fit();
  }

  // Sizes that do not grow with the table follow from the pixels it gets.
  fit() {
    this.unitsPerPixel = this.view[2] / (this.root.clientWidth || 800);
    this.root.style.setProperty("--unit", this.unitsPerPixel);
    put(this.root, "data-scale", UNITS / this.unitsPerPixel < LEGIBLE ? "small" : "large");
    if (this.drawn.battle) this.nameAll();
  }

  // Zoom by a factor about a point, given as shares of the width and the height.
  zoom(factor, x = 0.5, y = 0.5) {
    const [left, top, width, height] = this.view, wide = this.box[0];
    const most = wide * (1 + 2 * MARGIN) / width, least = wide / CLOSEST / width;
    const by = Math.min(Math.max(factor, least), most);
    this.lookAt([left + width * x * (1 - by), top + height * y * (1 - by), width * by]);
  }

  whole() {
    const [wide, high] = this.box;
    this.lookAt([-MARGIN * wide, -MARGIN * high, wide * (1 + 2 * MARGIN)]);
  }
}

function drawMark(state, letter, transform = null) {
  const text = svg("text", { y: 3.4 });
  say(text, letter);
  return svg("g", { class: `mark ${state}`, transform }, svg("circle", { r: 6 }), text);
}

// Whether a unit stands on the table, alive or as a wreck.
function isShown(unit, row) {
  return row.fate === "alive" || (unit.kind === "vehicle" && row.fate === "destroyed");
}

// Whether a small cross tells where a team was lost.
function isFallen(unit, row) {
  return ["destroyed", "routed"].includes(row.fate) && row.fate_round > 0 && !isShown(unit, row);
}

function kindNow(unit, row) {
  if (row.serves >= 0) return "gun";
  return unit.kind === "vehicle" ? "vehicle" : "infantry";
}

function hasState(unit, row, state) {
  return state === "open" ? unit.has_hatch && !row.buttoned : row[state];
}

function statesOf(unit, row) {
  const words = MARKS.filter(([state]) => hasState(unit, row, state)).map(([, , word]) => word);
  if (row.moved) words.push("moved");
  if (row.sprinted) words.push("sprinted");
  if (row.dug_in) words.push("dug in");
  return words;
}
