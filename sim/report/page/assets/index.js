// The list of battles: sorted by a click on a heading, narrowed by words, drawn a page at a time.

const PAGE = 100;

const COLUMNS = [
  { name: "Battle", of: (battle) => battle.name, cell: (battle) => linked(battle) },
  { name: "Scenario", of: (battle) => battle.scenario },
  { name: "First side", of: (battle) => scoreOf(battle, 0), cell: (battle) => sided(battle, 0) },
  { name: "Second side", of: (battle) => scoreOf(battle, 1), cell: (battle) => sided(battle, 1) },
  { name: "Winner", label: "winner", of: (battle) => winnerOf(battle) },
  { name: "Ending", label: "ending", of: (battle) => battle.ending.replaceAll("_", " ") },
  { name: "Round", label: "round", of: (battle) => (isRead(battle) ? battle.round : -1) },
  { name: "Events", label: "events", of: (battle) => (isRead(battle) ? battle.events : -1) },
  { name: "Seed", label: "seed", of: (battle) => battle.seed ?? -1 },
];

// Whether a log could be read; of others there is nothing to tell but why not.
function isRead(battle) {
  return battle.ground !== null;
}

function shownAs(value) {
  return value === -1 ? "" : String(value);
}

function scoreOf(battle, side) {
  return battle.sides[side]?.points ?? -1;
}

function winnerOf(battle) {
  if (battle.winner !== null) return battle.sides[battle.winner].name;
  return battle.sides.length && battle.ending !== "cut off" ? "draw" : "";
}

function linked(battle) {
  if (!battle.page) return written("span", {}, battle.name);
  return written("a", { href: encodeURIComponent(battle.page) }, battle.name);
}

function sided(battle, number) {
  const side = battle.sides[number];
  if (!side) return html("span");
  const won = battle.winner === number ? " won" : "";
  const name = written("div", { class: `look-${side.look}${won}` }, `${side.name} `);
  name.append(written("span", { class: "player" }, side.player));
  const words = `${side.points} points, ${side.lost} of ${side.started} lost`;
  return html("div", {}, name, written("span", {}, words));
}

// The table at the end of a battle.
function picture(battle, grounds) {
  const ground = grounds[battle.ground];
  if (!ground) return html("span");
  const [wide, high] = ground.size;
  const look = { class: "small", viewBox: `0 0 ${wide * UNITS} ${high * UNITS}` };
  return svg(
    "svg", { ...look, role: "img", "aria-label": "The table at the end" },
    svg("use", { href: `#ground-${battle.ground}` }),
    ...battle.dots.map(([x, y, side, lives]) => drawDot(spot([x, y], high), side, lives)),
  );
}

function drawDot([x, y], look, lives) {
  if (lives) return svg("circle", { class: `dot look-${look}`, cx: x, cy: y, r: 26 });
  const cross = { d: "M-18-18L18 18M-18 18L18-18", transform: `translate(${x} ${y})` };
  return svg("path", { class: `lost look-${look}`, ...cross });
}

function wordsOf(battle) {
  const sides = battle.sides.flatMap((side) => [side.name, side.player]);
  return [battle.name, battle.scenario, battle.ending, ...sides].join(" ").toLowerCase();
}

function compared(a, b) {
  return typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true });
}

class List {
  constructor(data) {
    this.data = data;
    this.column = COLUMNS[0];
    this.direction = 1;
    this.shown = PAGE;
    say(byId("name"), data.title);
    byId("grounds").append(...data.grounds.map(drawTableOf));
    this.headings = COLUMNS.map((column) => this.heading(column));
    byId("columns").append(html("th"), ...this.headings);
    byId("sought").addEventListener("input", () => this.show());
    byId("more").addEventListener("click", () => {
      this.shown += PAGE;
      this.show();
    });
    this.show();
  }

  heading(column) {
    const button = written("button", { type: "button" }, column.name);
    button.addEventListener("click", () => {
      this.direction = this.column === column ? -this.direction : 1;
      this.column = column;
      this.show();
    });
    return html("th", { scope: "col" }, button);
  }

  // The battles that hold all words sought, in order; equals stay as they were in the file.
  sorted() {
    const words = byId("sought").value.toLowerCase().split(/\s+/);
    const isSought = (battle) => words.every((word) => wordsOf(battle).includes(word));
    const { of } = this.column;
    const order = (a, b) => this.direction * compared(of(a), of(b));
    return this.data.battles.filter(isSought).sort(order);
  }

  show() {
    const found = this.sorted();
    refill(byId("rows"), ...found.slice(0, this.shown).map((battle) => this.row(battle)));
    byId("more").hidden = found.length <= this.shown;
    COLUMNS.forEach((column, i) => {
      if (column !== this.column) drop(this.headings[i], "aria-sort");
      else put(this.headings[i], "aria-sort", this.direction > 0 ? "ascending" : "descending");
    });
    say(byId("about"), this.summary(found));
    say(byId("said"), `${found.length} battles, by ${this.column.name.toLowerCase()}`);
  }

  row(battle) {
    const cells = COLUMNS.map(({ label, of, cell }) => {
      const content = cell ? cell(battle) : written("span", {}, shownAs(of(battle)));
      return html("td", { "data-column": label }, content);
    });
    const small = html("td", { class: "picture" }, picture(battle, this.data.grounds));
    return html("tr", {}, small, ...cells);
  }

  summary(found) {
    const wins = new Map();
    for (const winner of found.map(winnerOf).filter(Boolean)) {
      wins.set(winner, (wins.get(winner) ?? 0) + 1);
    }
    const counts = [...wins].map(([name, count]) => `${name} ${count}`).join(", ");
    const read = found.filter(isRead).length, unread = found.length - read;
    const parts = [read === 1 ? "1 battle" : `${read} battles`];
    if (counts) parts.push(`won: ${counts}`);
    if (unread) parts.push(unread === 1 ? "1 log not to be read" : `${unread} logs not to be read`);
    return parts.join(" · ");
  }
}

function drawTableOf(ground, number) {
  const [wide, high] = ground.size;
  const field = svg("rect", { class: "soil", width: wide * UNITS, height: high * UNITS });
  const kinds = ground.kinds.map((kind) => ({ ...kind, marks: "" }));
  const pieces = ground.pieces.map((piece) => drawPiece(piece, kinds, high));
  return svg("symbol", { id: `ground-${number}`, overflow: "visible" }, field, ...pieces);
}

new List(JSON.parse(byId("data").textContent));
