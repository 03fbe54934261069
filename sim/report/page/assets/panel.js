// What is said beside the table: the event with its reasons and dice, a unit's card, the course.

const PIPS = {
  1: [[8, 8]], 2: [[4, 4], [12, 12]], 3: [[4, 4], [8, 8], [12, 12]],
  4: [[4, 4], [12, 4], [4, 12], [12, 12]], 5: [[4, 4], [12, 4], [8, 8], [4, 12], [12, 12]],
  6: [[4, 4], [12, 4], [4, 8], [12, 8], [4, 12], [12, 12]],
};
const CLAUSE = /\b(?:FR|BW|BB|HR|RU|GE|PR)-(?:\d+|[a-z])\b/g;
const PURPOSES = { team_save: "save", cover_save: "Cover Save", melee_save: "save" };
const PHASES = {
  setup: "Setup", start: "Start", movement: "Movement", shooting: "Shooting",
  firefight: "Firefight", melee: "Melee", end: "End of the turn",
};
const WINDOW = 14;
const HISTORY = 30;

function plain(word) {
  return word.replaceAll("_", " ");
}

class Panel {
  constructor(data, course, chapters, go) {
    Object.assign(this, { data, course, chapters, go });
    this.event = byId("event");
    this.card = byId("card");
    this.list = byId("events");
    this.histories = new Map();
  }

  lines(n) {
    return this.data.events[n - 1].lines.map((i) => this.data.lines[i]);
  }

  caption(n) {
    if (n === 0) return "The start of the battle";
    return this.lines(n)[0]?.[0] ?? plain(this.data.events[n - 1].kind);
  }

  showEvent(n) {
    if (n === 0) {
      const heading = written("h2", {}, "Before the first round");
      const about = this.data.description || this.caption(0);
      refill(this.event, heading, this.sentence([about, "plain", 0]));
      return;
    }
    const event = this.data.events[n - 1], shot = this.data.shots[event.shot];
    const heading = written("h2", { class: "kind" }, `${n} · ${plain(event.kind)}`);
    const [first, ...rest] = this.lines(n);
    refill(
      this.event, heading, this.sentence(first ?? [this.caption(n), "plain", 0], "caption"),
      ...this.dice(event.throws ?? []), ...(shot?.rays ? [this.rays(shot)] : []),
      ...rest.map((line) => this.sentence(line)),
    );
  }

  // A line of a report, its clauses explained on hovering.
  sentence([text, role, indent], more = "") {
    const line = html("p", { class: `line ${role} indent-${Math.min(indent, 8)} ${more}`.trim() });
    let done = 0;
    for (const found of text.matchAll(CLAUSE)) {
      const title = this.data.clauses[found[0]];
      if (!title) continue;
      line.append(text.slice(done, found.index), written("abbr", { title }, found[0]));
      done = found.index + found[0].length;
    }
    line.append(text.slice(done));
    return line;
  }

  // Dice in a row for all that were thrown for the same.
  dice(throws) {
    if (!throws.length) return [];
    const rows = new Map();
    for (const one of throws) {
      const name = PURPOSES[one.purpose] ?? plain(one.purpose);
      const label = one.need === undefined ? name : `${name} ${one.need}+`;
      rows.set(label, [...(rows.get(label) ?? []), one]);
    }
    return [html("div", { class: "throws" }, ...[...rows].map(([label, members]) => {
      const purpose = written("span", { class: "purpose" }, label);
      return html("div", { class: "throw" }, purpose, ...members.map(drawThrow));
    }))];
  }

  // The 64 rays as a strip, from the left of the silhouette to its right.
  rays(shot) {
    const hidden = shot.rays.replaceAll(".", "").length;
    const text = `${hidden} of ${shot.rays.length} rays hidden`;
    const most = new Map();
    for (const { id, rays } of shot.hidden_by ?? []) {
      most.set(id, Math.max(rays, most.get(id) ?? 0));
    }
    const by = [...most].map(([id, count]) => `${id} ${count}`).join(", ");
    const words = written("span", {}, by ? `${text}: ${by}` : text);
    return html("div", { class: "rays" }, drawStrip(shot.rays, text), words);
  }

  // The events that a unit took part in, orders aside.
  history(unit) {
    if (!this.histories.has(unit)) {
      const numbers = this.data.events.flatMap((event, i) => (
        event.units?.includes(unit) && event.kind !== "order_given" ? [i + 1] : []
      ));
      this.histories.set(unit, numbers);
    }
    return this.histories.get(unit);
  }

  showCard(unit, n, close) {
    this.card.hidden = unit === null;
    if (unit === null) {
      refill(this.card);
      return;
    }
    const entry = this.data.scenery.units[unit], row = this.course.rows[`u${unit}`];
    const side = this.data.scenery.sides[entry.side];
    const formation = `${entry.formation}${entry.is_leader ? ", leader" : ""}`;
    const past = this.history(unit).filter((k) => k <= n).slice(-HISTORY).reverse();
    const button = written("button", { class: "close", "aria-label": "Close" }, "×");
    button.addEventListener("click", close);
    refill(
      this.card,
      html("div", { class: `head look-${side.look}` }, written("h2", {}, entry.id), button),
      written("p", { class: "about" }, `${entry.profile} · ${side.name} · ${formation}`),
      written("p", { class: "now" }, this.condition(unit, entry, row)),
      html("ul", { class: "facts" }, ...entry.facts.map((fact) => written("li", {}, fact))),
      html("ol", { class: "history" }, ...past.map((k) => this.entry(k, k === n))),
    );
  }

  condition(unit, entry, row) {
    if (row.fate !== "alive") return `${row.fate} in round ${row.fate_round}`;
    const states = statesOf(entry, row);
    if (this.course.rows.battle.acted.includes(unit)) states.push("ordered in this phase");
    if (row.ground > 0) states.push(`on ground ${row.ground}" high`);
    return states.join(", ") || "in good order";
  }

  entry(n, isCurrent) {
    const event = this.data.events[n - 1];
    const role = n ? this.lines(n)[0]?.[1] ?? "plain" : "plain";
    const parts = [
      written("span", { class: "n" }, String(n)),
      written("span", { class: "text" }, this.caption(n)),
    ];
    if (event?.result) parts.push(written("span", { class: "result" }, plain(event.result)));
    const current = isCurrent ? "step" : null;
    const link = html("a", { href: `#e=${n}`, "aria-current": current }, ...parts);
    return html("li", { class: `${role} ${event?.kind ?? ""}` }, link);
  }

  // The events about the current one, under the names of their phases.
  showCourse(n) {
    const first = Math.max(0, n - WINDOW), last = Math.min(this.course.length, n + WINDOW);
    const items = [];
    for (let k = first; k <= last; k += 1) {
      const chapter = this.chapters.holding(k);
      if (chapter && (chapter[0] === k || k === first)) items.push(this.heading(chapter));
      items.push(this.entry(k, k === n));
    }
    refill(this.list, ...items);
    const current = this.list.querySelector("[aria-current]");
    this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
  }

  heading([, round, number, phase]) {
    const side = this.data.scenery.sides[number], when = round ? `Round ${round} · ` : "";
    const words = `${when}${side.name} · ${PHASES[phase]}`;
    return written("li", { class: `chapter look-${side.look}` }, words);
  }
}

function drawThrow(one) {
  const dice = one.faces.map((face) => svg(
    "svg", { class: "die", viewBox: "0 0 16 16", role: "img", "aria-label": String(face) },
    svg("rect", { x: 0.5, y: 0.5, width: 15, height: 15, rx: 3 }),
    ...(PIPS[face] ?? []).map(([cx, cy]) => svg("circle", { cx, cy, r: 1.5 })),
  ));
  return html("span", { class: `dice ${one.result}`, title: plain(one.result) }, ...dice);
}

function drawStrip(rays, words) {
  const runs = [...rays.matchAll(/(.)\1*/g)].map((run) => svg("rect", {
    class: CAUSES[run[1]], x: run.index, width: run[0].length, height: 6,
  }));
  const look = { class: "strip", viewBox: "0 0 64 6", preserveAspectRatio: "none" };
  return svg("svg", { ...look, role: "img", "aria-label": words }, ...runs);
}
