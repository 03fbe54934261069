// What lies over the table for one event: the attack with its rays, arcs and rings, and the moves.

const ARC = 4.6; // inches: how far arcs are drawn
const CAUSES = { ".": "free", b: "bare", s: "soft", h: "hard", o: "opaque" };

function drawAttack(table, shot) {
  const nodes = [];
  if (shot.has_arcs) nodes.push(drawArcs(table, shot.aim));
  if (shot.arc !== undefined && shot.arc < 180) nodes.push(drawField(table, shot));
  for (const wedge of shot.wedges ?? []) {
    const cause = wedge.cause || "free";
    const d = outline(wedge.outline, table.height, true);
    nodes.push(svg("path", { class: `ray ${cause}`, d }));
  }
  for (const hider of shot.hidden_by ?? []) nodes.push(...drawHider(table, hider));
  for (const pose of [shot.base, shot.aim]) nodes.push(drawRing(table, pose));
  if (shot.template) {
    const [cx, cy] = table.at(shot.aim[0], shot.aim[1]);
    nodes.push(svg("circle", { class: "template", cx, cy, r: shot.template * UNITS }));
  }
  const [x1, y1] = table.at(shot.base[0], shot.base[1]);
  const [x2, y2] = table.at(shot.aim[0], shot.aim[1]);
  nodes.push(svg("line", { class: "aim", x1, y1, x2, y2 }));
  return nodes;
}

function posed(table, [x, y, facing], ...children) {
  const [px, py] = table.at(x, y);
  return svg("g", { transform: `translate(${px} ${py}) rotate(${facing})` }, ...children);
}

// The front arc and the front quarter of a base.
function drawArcs(table, pose) {
  const sectors = [["arc", 90], ["quarter", 45]].map(([name, half]) => svg(
    "path", { class: name, d: `${arcPath(ARC * UNITS, half)}L0 0Z` },
  ));
  return posed(table, pose, ...sectors);
}

// The edges of a field of fire, as far as the weapon reaches.
function drawField(table, shot) {
  const length = -(shot.reach || table.width) * UNITS;
  const edges = [-shot.arc, shot.arc].map((turn) => svg(
    "line", { class: "field-edge", y2: rounded(length), transform: `rotate(${turn})` },
  ));
  return posed(table, shot.base, ...edges);
}

// All that is near enough to a base to be engaged.
function drawRing(table, pose) {
  const [, , , radius, length, width] = pose;
  const { near } = table.scenery;
  const high = ((radius || length) + near) * UNITS, wide = ((radius || width) + near) * UNITS;
  const size = { x: -wide, y: -high, width: 2 * wide, height: 2 * high };
  return posed(table, pose, svg("rect", { class: "near", ...size, rx: (radius + near) * UNITS }));
}

function drawHider(table, hider) {
  const piece = table.scenery.pieces.find((one) => one.id === hider.id);
  if (!piece) return [];
  return [svg("path", { class: `hider ${hider.cause}`, d: outlines(piece, table.height) })];
}

// The moves of a turn, the latest one strong, with the place where it began.
function drawTrails(table, moves) {
  return moves.flatMap(({ path, look, before, latest }) => {
    const strength = latest ? "trail latest" : "trail", d = outline(path, table.height, false);
    const trail = svg("path", { class: `${strength} look-${look}`, d });
    if (!latest) return [trail];
    const ghost = svg("path", { class: `ghost look-${look}`, d: basePath(before) });
    return [trail, posed(table, [before.x, before.y, before.facing], ghost)];
  });
}

function drawLoss(table, row) {
  const [x, y] = table.at(row.x, row.y);
  const burst = svg("path", { class: "loss fixed", d: "M-11-11L11 11M-11 11L11-11" });
  return svg("g", { transform: `translate(${x} ${y})` }, burst);
}
