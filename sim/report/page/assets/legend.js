// The key: what colours, shapes and letters mean.

const RAY_WORDS = {
  free: "free ray", bare: "hidden, no cover", soft: "hidden by soft cover",
  hard: "hidden by hard cover", opaque: "sight blocked",
};
const SWATCH = { across: 0.75, up: 0.5 }; // inches from the middle

function legend(table) {
  const { scenery } = table;
  const rows = [
    ...scenery.sides.map((side) => [sideSwatch(side), side.name]),
    ...["infantry", "gun", "vehicle"].map((kind) => [badgeSwatch(kind), kind]),
    ...MARKS.map(([state, letter, word]) => [drawMark(state, letter), word]),
    [path("key-speed", "M-6-2H6"), "moved"],
    [path("key-speed", "M-6-4H6M-6 1H6"), "sprinted"],
    [path("key-lost", "M-6-6L6 6M-6 6L6-6"), "a team was lost here"],
    [path("flag", "M-5 9V-9L6-5L-5 0"), "objective, in the colour of who holds it"],
    [path("pit", "M-10 5A11 11 0 0 1 10 5"), "emplacement"],
    ...Object.entries(RAY_WORDS).map(([cause, words]) => [raySwatch(cause), words]),
    ...scenery.kinds.map((kind, i) => [kindSwatch(scenery, i), `${kind.name} (${kind.note})`]),
  ];
  return rows.map(([picture, words]) => {
    const look = { class: "swatch", viewBox: "-15 -12 30 24", "aria-hidden": "true" };
    return html("div", {}, svg("svg", look, picture), written("span", {}, words));
  });
}

function path(name, d) {
  return svg("path", { class: name, d });
}

function sideSwatch(side) {
  const base = svg("circle", { class: "base", r: 11 });
  const badge = path("badge", badgePath(side.look, "infantry"));
  return svg("g", { class: `look-${side.look}` }, base, badge);
}

function badgeSwatch(kind) {
  return svg("g", { class: "look-0" }, path("badge", badgePath(0, kind)));
}

function raySwatch(cause) {
  return svg("rect", { class: `strip-cell ${cause}`, x: -12, y: -6, width: 24, height: 12 });
}

function kindSwatch({ kinds, pieces }, number) {
  const { across, up } = SWATCH;
  const isLine = pieces.find((piece) => piece.kind === number).is_line;
  const line = [[-across, 0], [across, 0]];
  const box = [[-across, -up], [across, -up], [across, up], [-across, up]];
  return drawPiece({ kind: number, rings: [isLine ? line : box], is_line: isLine }, kinds, 0);
}
