// Buttons, keys, the wheel and fingers: all that a reader does to the page.

const FIELDS = "input, select, summary"; // which have uses of their own for keys
const STEP = 1.15; // of the wheel
const CLOSER = 1.4; // of the buttons

function attach(replay) {
  const { chapters, course } = replay;
  const actions = {
    first: () => replay.go(0),
    "turn-back": () => replay.go(chapters.turnBefore(replay.at)),
    back: () => replay.go(replay.at - 1),
    play: () => replay.toggle(),
    forth: () => replay.go(replay.at + 1),
    "turn-forth": () => replay.go(chapters.turnAfter(replay.at, course.length)),
    last: () => replay.go(course.length),
    closer: () => replay.table.zoom(1 / CLOSER),
    farther: () => replay.table.zoom(CLOSER),
    whole: () => replay.table.whole(),
  };
  for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);
  byId("number").addEventListener("change", (change) => replay.go(change.target.valueAsNumber));
  byId("scrub").addEventListener("input", (change) => replay.go(change.target.valueAsNumber));
  attachKeys(replay, actions);
  attachPointers(replay.table, byId("table"));
  attachPlace(replay);
}

function attachKeys(replay, actions) {
  const keys = {
    ArrowLeft: "back", ArrowRight: "forth", PageUp: "turn-back", PageDown: "turn-forth",
    Home: "first", End: "last", " ": "play",
    "+": "closer", "=": "closer", "-": "farther", 0: "whole",
  };
  document.addEventListener("keydown", (press) => {
    if (press.key === "Escape" && replay.chosen !== null) replay.choose(null);
    const takers = press.key === " " ? `${FIELDS}, button, a` : FIELDS;
    const isOther = press.target.matches(takers) || press.ctrlKey || press.metaKey || press.altKey;
    if (isOther || !(press.key in keys)) return;
    press.preventDefault();
    actions[keys[press.key]]();
  });
}

// One finger or the mouse pans, two fingers or the wheel zoom.
function attachPointers(table, root) {
  const fingers = new Map();
  root.addEventListener("wheel", (turn) => {
    turn.preventDefault();
    table.zoom(turn.deltaY > 0 ? STEP : 1 / STEP, ...shareOf(root, turn.clientX, turn.clientY));
  }, { passive: false });
  root.addEventListener("pointerdown", (press) => {
    fingers.set(press.pointerId, press);
    table.travel = 0;
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    root.addEventListener(end, (press) => fingers.delete(press.pointerId));
  }
  root.addEventListener("pointermove", (move) => {
    const before = fingers.get(move.pointerId);
    if (!before) return;
    const [other] = [...fingers.values()].filter((finger) => finger.pointerId !== move.pointerId);
    if (other) pinch(table, root, before, move, other);
    else pan(table, before, move);
    fingers.set(move.pointerId, move);
  });
}

// A point of the window as shares of the width and height of the table.
function shareOf(root, x, y) {
  const box = root.getBoundingClientRect();
  return [(x - box.left) / box.width, (y - box.top) / box.height];
}

function pan(table, before, move) {
  const dx = move.clientX - before.clientX, dy = move.clientY - before.clientY;
  const unit = table.unitsPerPixel, [left, top, width] = table.view;
  table.travel += Math.abs(dx) + Math.abs(dy);
  table.lookAt([left - dx * unit, top - dy * unit, width]);
}

function pinch(table, root, before, move, other) {
  const { clientX: x, clientY: y } = other;
  const gap = (finger) => Math.hypot(finger.clientX - x, finger.clientY - y) || 1;
  const middle = shareOf(root, (move.clientX + x) / 2, (move.clientY + y) / 2);
  table.zoom(gap(before) / gap(move), ...middle);
}

// The event of the address, and the size of the window.
function attachPlace(replay) {
  const asked = () => Number(/^#e=(\d+)$/.exec(location.hash)?.[1] ?? 0);
  addEventListener("hashchange", () => replay.go(asked()));
  new ResizeObserver(() => {
    replay.table.fit();
    replay.graph.draw(replay.at);
  }).observe(byId("board"));
  replay.seek(asked());
}
