// Elements are made and changed here only: text never becomes markup, and changes are counted.

const SVG = "http://www.w3.org/2000/svg";
const UNITS = 20; // drawing units of an inch
const changes = { count: 0 };

function furnished(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children);
  changes.count += 1;
  return node;
}

function svg(name, attributes = {}, ...children) {
  return furnished(document.createElementNS(SVG, name), attributes, children);
}

function html(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

// An element of HTML with a text.
function written(name, attributes, text) {
  const node = html(name, attributes);
  say(node, text);
  return node;
}

function put(node, name, value) {
  const text = String(value);
  if (node.getAttribute(name) === text) return;
  node.setAttribute(name, text);
  changes.count += 1;
}

function drop(node, name) {
  if (!node.hasAttribute(name)) return;
  node.removeAttribute(name);
  changes.count += 1;
}

function say(node, text) {
  if (node.textContent === text) return;
  node.textContent = text;
  changes.count += 1;
}

function refill(node, ...children) {
  if (!node.hasChildNodes() && !children.length) return;
  node.replaceChildren(...children);
  changes.count += 1;
}

function byId(id) {
  return document.getElementById(id);
}

function rounded(value) {
  return Math.round(value * 100) / 100;
}

// The points of a ring or line, in inches with y up, as the data of a path.
function outline(points, height, closed) {
  const spots = points.map(([x, y]) => `${rounded(x * UNITS)} ${rounded((height - y) * UNITS)}`);
  return `M${spots.join("L")}${closed ? "Z" : ""}`;
}
