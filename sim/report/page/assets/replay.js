// The page: where the battle stands, and all that moves it.

const BEAT = 700; // milliseconds of an event at single speed
const SILENT = new Set(["order_given", "phase_started", "turn_ended"]);
const LOSSES = new Set(["unit_destroyed", "unit_routed", "gun_destroyed"]);
const MOST_TRAILS = 60;
const LINK_REST = 300;

class Replay {
  constructor(data) {
    this.data = data;
    this.course = new Course(data.start, data.events);
    this.chapters = new Chapters(data.chapters);
    this.table = new Table(byId("table"), data.scenery, (unit) => this.choose(unit));
    this.panel = new Panel(data, this.course, this.chapters, (n) => this.go(n));
    this.graph = new Graph(byId("graph"), data, this.chapters, (n) => this.go(n));
    this.chosen = null;
    this.timer = null;
    this.introduce();
    this.table.whole();
    this.graph.draw(0);
  }

  introduce() {
    const { data } = this, { sides } = data.scenery;
    say(byId("name"), data.name);
    const opponents = sides.map((side) => `${side.name} (${side.player})`).join(" against ");
    say(byId("about"), `${opponents} · ${data.rounds} rounds · seed ${data.seed}`);
    byId("number").max = byId("scrub").max = this.course.length;
    say(byId("total"), `of ${this.course.length}`);
    byId("warnings").hidden = !data.warnings.length;
    byId("warnings").append(...data.warnings.map((warning) => written("p", {}, warning)));
    say(byId("foot"), `skirmish-sim ${data.program_version}`);
    this.scores = sides.map((side) => {
      const points = html("span"), lost = html("span"), name = written("b", {}, side.name);
      byId("score").append(html("div", { class: `side look-${side.look}` }, name, points, lost));
      return { points, lost };
    });
    byId("legend").append(...legend(this.table));
  }

  get at() {
    return this.course.at;
  }

  // To an event, by hand: whatever plays stops.
  go(n) {
    this.pause();
    this.seek(n);
  }

  seek(n) {
    const isStep = Math.abs(n - this.at) === 1;
    put(byId("table"), "class", isStep ? "stepping" : "");
    this.course.seek(n);
    this.show();
  }

  show() {
    const n = this.at, { rows } = this.course;
    const event = n ? this.data.events[n - 1] : null;
    const shot = event?.shot === undefined ? null : this.data.shots[event.shot];
    this.table.show(rows, this.parts(event, shot));
    refill(this.table.layers.under, ...(shot ? drawAttack(this.table, shot) : []));
    refill(this.table.layers.trails, ...drawTrails(this.table, this.moves(n)));
    refill(this.table.layers.over, ...this.losses(event));
    this.panel.showEvent(n);
    this.panel.showCourse(n);
    this.showCard();
    this.graph.show(n);
    this.showMoment(n, rows.battle);
    this.link(n);
  }

  parts(event, shot) {
    const chosen = this.chosen === null ? [] : [this.chosen];
    if (shot) return { chosen, firer: [shot.firer], target: [shot.target] };
    return { chosen, involved: event?.units ?? [] };
  }

  // The moves of the turn so far, the latest last, with the row of the mover before it.
  moves(n) {
    const found = [], begin = this.chapters.turnOf(n);
    for (let k = n; k >= begin && k > 0 && found.length < MOST_TRAILS; k -= 1) {
      const event = this.data.events[k - 1];
      if (!event.path || event.path.length < 2) continue;
      const unit = event.units[0];
      const before = { ...this.course.rows[`u${unit}`], ...event.inverse[`u${unit}`] };
      const { look } = this.table.units[unit];
      found.unshift({ path: event.path, look, before, latest: k === n });
    }
    return found;
  }

  losses(event) {
    if (!LOSSES.has(event?.kind)) return [];
    return [drawLoss(this.table, this.course.rows[`u${event.units[0]}`])];
  }

  showMoment(n, battle) {
    const side = this.data.scenery.sides[battle.active];
    put(byId("moment"), "class", n ? `look-${side.look}` : "");
    const clock = `Round ${battle.round} of ${this.data.rounds}${this.verdict(battle)}`;
    say(byId("clock"), n ? clock : "Setup");
    say(byId("phase"), n ? `${side.name} · ${PHASES[battle.phase]}` : "before the first round");
    this.scores.forEach((parts, i) => {
      say(parts.points, battle.points[i] === 1 ? "1 point" : `${battle.points[i]} points`);
      say(parts.lost, `${battle.lost[i]} of ${this.strength(i)} lost`);
    });
    byId("number").value = byId("scrub").value = n;
    put(byId("scrub"), "aria-valuetext", `event ${n}: ${this.panel.caption(n)}`);
    say(byId("said"), this.panel.caption(n));
    for (const id of ["first", "turn-back", "back"]) byId(id).disabled = n === 0;
    for (const id of ["last", "turn-forth", "forth"]) byId(id).disabled = n === this.course.length;
  }

  verdict({ outcome }) {
    if (!outcome) return "";
    const winner = this.data.scenery.sides[outcome.winner];
    return winner ? `: ${winner.name} wins` : ": a draw";
  }

  strength(side) {
    return this.data.scenery.units.filter((unit) => unit.side === side).length;
  }

  // The address follows once the battle rests.
  link(n) {
    clearTimeout(this.linking);
    this.linking = setTimeout(() => history.replaceState(null, "", `#e=${n}`), LINK_REST);
  }

  choose(unit) {
    this.chosen = unit;
    this.show();
    if (unit !== null) byId("card").scrollIntoView({ block: "nearest" });
  }

  showCard() {
    this.panel.showCard(this.chosen, this.at, () => this.choose(null));
  }

  toggle() {
    if (this.timer === null) this.play(); else this.pause();
  }

  play() {
    if (this.at === this.course.length) this.seek(0);
    put(byId("play"), "aria-pressed", "true");
    put(byId("play"), "aria-label", "Pause");
    this.timer = setTimeout(() => this.beat(), 0);
  }

  beat() {
    this.seek(this.at + 1);
    if (this.at === this.course.length) {
      this.pause();
      return;
    }
    const weight = SILENT.has(this.data.events[this.at - 1].kind) ? 0.15 : 1;
    this.timer = setTimeout(() => this.beat(), BEAT * weight / Number(byId("speed").value));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    put(byId("play"), "aria-pressed", "false");
    put(byId("play"), "aria-label", "Play");
  }
}

const data = JSON.parse(byId("data").textContent);
const replay = new Replay(data);
attach(replay);
