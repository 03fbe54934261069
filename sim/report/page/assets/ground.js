// The ground: terrain by kind, hills, a grid, the places, and their names; drawn once.

const GRID = 6; // inches
const PIT = { radius: 1.75, half: 120 }; // inches, degrees: a parapet open to the rear
const STROKE = 1.4;

function drawGround(scenery) {
  const [wide, high] = scenery.size;
  const size = { width: wide * UNITS, height: high * UNITS };
  return [
    svg("rect", { class: "soil", ...size }),
    ...scenery.pieces.map((piece) => drawPiece(piece, scenery.kinds, high)),
    ...scenery.pieces.filter((piece) => piece.elevation !== undefined).map(
      (hill) => svg("path", { class: "contour", d: outlines(hill, high) }),
    ),
    svg("path", { class: "grid", d: gridPath(wide, high) }),
    ...scenery.emplacements.map((pit) => drawPit(pit, high)),
    svg("rect", { class: "rim", ...size }),
  ];
}

function spot([x, y], high) {
  return [rounded(x * UNITS), rounded((high - y) * UNITS)];
}

function outlines(piece, high) {
  return piece.rings.map((ring) => outline(ring, high, !piece.is_line)).join("");
}

function drawPiece(piece, kinds, high) {
  const kind = kinds[piece.kind], d = outlines(piece, high);
  const group = svg("g", { class: piece.is_line ? "piece line" : "piece" });
  group.style.setProperty("--fill", kind.fill);
  group.style.setProperty("--ink", kind.ink);
  if (kind.core) group.style.setProperty("--core", kind.core);
  if (!piece.is_line) {
    const texture = svg("path", { class: "texture", d, fill: `url(#kind-${piece.kind})` });
    group.append(svg("path", { class: "area", d }), ...(kind.marks ? [texture] : []));
    return group;
  }
  group.append(svg("path", { class: "wall", d, "stroke-width": rounded(kind.width * STROKE) }));
  if (kind.dashes) group.append(svg("path", { class: "stones", d, ...stones(kind) }));
  return group;
}

function stones(kind) {
  return {
    "stroke-width": rounded(Math.max(1, (kind.width - 2) * STROKE)),
    "stroke-dasharray": kind.dashes.split(" ").map((dash) => rounded(dash * STROKE)).join(" "),
  };
}

// The textures of polygons, by the number of their kind.
function drawTextures(kinds) {
  return kinds.map((kind, i) => svg(
    "pattern", { id: `kind-${i}`, width: 16, height: 16, patternUnits: "userSpaceOnUse" },
    svg("path", { d: kind.marks || "M0 0", class: "marks", stroke: kind.ink }),
  ));
}

function gridPath(wide, high) {
  let d = "";
  for (let x = GRID; x < wide; x += GRID) d += `M${x * UNITS} 0V${high * UNITS}`;
  for (let y = GRID; y < high; y += GRID) d += `M0 ${(high - y) * UNITS}H${wide * UNITS}`;
  return d;
}

function drawPit([x, y, facing], high) {
  const [px, py] = spot([x, y], high);
  return svg("path", {
    class: "pit", d: arcPath(PIT.radius * UNITS, PIT.half),
    transform: `translate(${px} ${py}) rotate(${facing})`,
  });
}

// An objective with its reach and its flag; its class says who holds it.
function drawObjective([x, y, radius], high) {
  const [cx, cy] = spot([x, y], high);
  const flag = svg("path", { class: "flag fixed", d: "M0 0V-18L11-14L0-9" });
  return svg(
    "g", { class: "place" },
    svg("circle", { class: "objective", cx, cy, r: radius * UNITS }),
    svg("g", { transform: `translate(${cx} ${cy})` }, flag),
  );
}

function drawLabel(label, high) {
  const [x, y] = spot(label.at, high);
  const text = svg("text", { class: `label ${label.role}`, x, y });
  say(text, label.text);
  return text;
}
