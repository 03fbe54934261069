// Paths of bases and what is on them, about a centre at the origin, facing up, in drawing units.

const BADGE = { square: 6.7, diamond: 8.8 };

function basePath(row) {
  if (row.radius) return arcPath(row.radius * UNITS, 180);
  const length = rounded(row.half_length * UNITS), width = rounded(row.half_width * UNITS);
  return `M${-width} ${-length}H${width}V${length}H${-width}Z`;
}

// An arc about the origin, so many degrees to each side of straight ahead.
function arcPath(radius, half) {
  const r = rounded(radius);
  if (half >= 180) return `M0 ${-r}A${r} ${r} 0 0 1 0 ${r}A${r} ${r} 0 0 1 0 ${-r}Z`;
  const angle = half * Math.PI / 180;
  const x = rounded(r * Math.sin(angle)), y = rounded(-r * Math.cos(angle));
  return `M${-x} ${y}A${r} ${r} 0 ${half > 90 ? 1 : 0} 1 ${x} ${y}`;
}

// The wedge at the front that shows where a base faces.
function wedgePath(row) {
  const ahead = (row.radius || row.half_length) * UNITS;
  const back = rounded(ahead - Math.min(9, ahead * 0.45));
  const half = rounded(Math.min(7.5, (row.half_width * UNITS || ahead) * 0.5));
  return `M0 ${rounded(-ahead)}L${half} ${-back}L${-half} ${-back}Z`;
}

// The cross over a wreck.
function crossPath(row) {
  const length = rounded(row.half_length * UNITS), width = rounded(row.half_width * UNITS);
  return `M${-width} ${-length}L${width} ${length}M${width} ${-length}L${-width} ${length}`;
}

// One bar behind a base that has moved, two behind one that has sprinted.
function speedPath(row) {
  if (row.fate !== "alive" || !(row.moved || row.sprinted)) return "";
  const back = (row.radius || row.half_length) * UNITS;
  const half = rounded((row.half_width || row.radius) * UNITS * 0.6);
  const bars = row.sprinted ? [4, 9] : [4];
  return bars.map((off) => `M${-half} ${rounded(back + off)}H${half}`).join("");
}

// A square or a diamond, with a cross for infantry, a gun, or the oval of tracks.
function badgePath(look, kind) {
  const r = look ? BADGE.diamond : BADGE.square, h = look ? r / 2 : r;
  const frame = look ? `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z` : `M${-r} ${-r}H${r}V${r}H${-r}Z`;
  if (kind === "infantry") return `${frame}M${-h} ${-h}L${h} ${h}M${-h} ${h}L${h} ${-h}`;
  const a = rounded(h * 0.8), b = rounded(h * 0.5), c = rounded(h * 0.6), d = rounded(h * 0.1);
  if (kind === "gun") return `${frame}M0 ${h}V${-a}M${-c} ${-d}L0 ${-a}L${c} ${-d}`;
  return `${frame}M${-a} 0A${a} ${b} 0 0 1 ${a} 0A${a} ${b} 0 0 1 ${-a} 0`;
}

// How far a base reaches from its centre, across and up.
function extentOf(row) {
  if (row.radius) return [row.radius * UNITS, row.radius * UNITS];
  const turn = row.facing * Math.PI / 180;
  const sine = Math.abs(Math.sin(turn)), cosine = Math.abs(Math.cos(turn));
  const ahead = row.half_length * UNITS, aside = row.half_width * UNITS;
  return [ahead * sine + aside * cosine, ahead * cosine + aside * sine];
}

// The place about a base where a name of that size covers least of what is taken.
function freePlace([x, y], [across, up], width, size, taken) {
  const half = width / 2, gap = size * 0.15;
  const below = up + gap + size * 0.5, beside = across + gap + half;
  const places = [
    [0, below], [0, -below], [beside, 0], [-beside, 0],
    [beside * 0.6, below], [-beside * 0.6, below], [beside * 0.6, -below], [-beside * 0.6, -below],
    [0, below + size], [0, -below - size],
    [beside, below], [-beside, below], [beside, -below], [-beside, -below], [0, below + 2 * size],
  ].map(([dx, dy]) => boxAbout(x + dx, y + dy, half, size / 2));
  let best = places[0], least = Infinity;
  for (const place of places) {
    const area = taken.reduce((sum, other) => sum + shared(place, other), 0);
    if (area < least) [best, least] = [place, area];
    if (!area) break;
  }
  return best;
}

function boxAbout(x, y, half, high) {
  return [x - half, y - high, x + half, y + high];
}

function shared(a, b) {
  const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const high = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return wide > 0 && high > 0 ? wide * high : 0;
}
