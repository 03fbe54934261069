// Losses and points over the battle, above a band of its turns; the whole is there to scrub by.

const ROWS = { lost: [8, 38], points: [54, 84] };
const BAND = [94, 106];
const GRAPH_HEIGHT = 122;
const MOST_NUMBERS = 26;

class Graph {
  constructor(root, data, chapters, seek) {
    Object.assign(this, { root, data, chapters });
    this.left = 74;
    this.playhead = svg("line", { class: "playhead", y1: 2, y2: BAND[1] + 2 });
    this.still = svg("g");
    root.append(this.still, this.playhead);
    const scrub = (press) => seek(this.eventAt(press.clientX - root.getBoundingClientRect().left));
    root.addEventListener("pointerdown", (press) => {
      root.setPointerCapture(press.pointerId);
      scrub(press);
    });
    root.addEventListener("pointermove", (press) => {
      if (press.buttons & 1) scrub(press);
    });
  }

  get span() {
    return Math.max(1, this.data.events.length);
  }

  x(n) {
    return rounded(this.left + n / this.span * (this.width - this.left - 8));
  }

  eventAt(x) {
    return Math.round((x - this.left) / (this.width - this.left - 8) * this.span);
  }

  draw(n) {
    this.width = this.root.clientWidth || 600;
    put(this.root, "viewBox", `0 0 ${this.width} ${GRAPH_HEIGHT}`);
    const curves = [this.curves("lost", "units lost"), this.curves("points", "points")];
    refill(this.still, ...curves.flat(), ...this.band());
    this.show(n);
  }

  show(n) {
    put(this.playhead, "x1", this.x(n));
    put(this.playhead, "x2", this.x(n));
  }

  curves(name, title) {
    const [top, bottom] = ROWS[name], steps = this.data[name];
    const most = Math.max(1, ...steps.map(([, a, b]) => Math.max(a, b)));
    const y = (value) => rounded(bottom - value / most * (bottom - top));
    const label = svg("text", { class: "axis", x: 0, y: bottom });
    const highest = svg("text", { class: "tick", x: this.left - 6, y: top + 6 });
    say(label, title);
    say(highest, String(most));
    const level = (at) => `M${this.left} ${at}H${this.x(this.span)}`;
    const frame = svg("path", { class: "base-line", d: level(bottom) + level(top) });
    const lines = this.data.scenery.sides.map((side, i) => {
      let d = `M${this.left} ${y(0)}`;
      for (const step of steps) d += `H${this.x(step[0])}V${y(step[1 + i])}`;
      return svg("path", { class: `curve look-${side.look}`, d: `${d}H${this.x(this.span)}` });
    });
    return [frame, label, highest, ...lines];
  }

  band() {
    const sides = this.data.scenery.sides, parts = sides.map(() => "");
    const { turns } = this.chapters;
    let phases = "";
    const numbers = [];
    const every = Math.ceil(this.data.chapters.at(-1)?.[1] / MOST_NUMBERS) || 1;
    turns.forEach(([start, round, side], i) => {
      const from = this.x(start - 1), to = this.x((turns[i + 1]?.[0] ?? this.span + 1) - 1);
      parts[side] += `M${from} ${BAND[0]}H${to}V${BAND[1]}H${from}Z`;
      const isNew = round > 0 && round !== turns[i - 1]?.[1];
      if (isNew && (round - 1) % every === 0) numbers.push([from, round]);
    });
    let last = -10;
    for (const [start] of this.chapters.chapters) {
      const at = this.x(start - 1);
      if (at - last < 3) continue;
      phases += `M${at} ${BAND[0] + 7}V${BAND[1]}`;
      last = at;
    }
    const label = svg("text", { class: "axis", x: 0, y: BAND[1] - 1 });
    say(label, "turns");
    return [
      ...parts.map((d, i) => svg("path", { class: `turns look-${sides[i].look}`, d })),
      svg("path", { class: "phases", d: phases }), label,
      ...numbers.map(([x, round]) => {
        const text = svg("text", { class: "round", x: x + 1, y: BAND[1] + 13 });
        say(text, String(round));
        return text;
      }),
    ];
  }
}
