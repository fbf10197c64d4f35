// What the page is about: a metric, a pair of systems, an order and a choice of segments; kept in the address.
let summary, comparisons, numbers;
const state = { metric: 0, a: 0, b: null, sort: "influence", down: true, query: "", filter: null, segment: null };
const listeners = [];

function change(changes) {
  const before = { ...state };
  Object.assign(state, changes);
  const changed = new Set(Object.keys(changes).filter(key => before[key] !== state[key]));
  if (changed.size) for (const listener of listeners) listener(changed);
}

function metric() {
  return summary.metrics[state.metric];
}
function comparison() {
  return comparisons[state.metric];
}
function digitsOf(which) {
  return which.scale === 1 ? 4 : 1;
}
function better(which) {
  return which.higher ? 1 : -1;
}

// The chosen pair's place in the list of pairs, and whether it was named the other way round.
function pairPlace(a = state.a, b = state.b) {
  if (b === null) return null;
  const turned = a > b;
  const [first, second] = turned ? [b, a] : [a, b];
  return { at: summary.pairs.findIndex(([x, y]) => x === first && y === second), turned };
}

function testOf(a, b) {
  const [x, y] = [summary.systems[a], summary.systems[b]];
  const found = comparison().pairs.find(pair => (pair.a === x && pair.b === y) || (pair.a === y && pair.b === x));
  if (!found) return null;
  if (found.a === x) return found;
  const [low, high] = found.interval;
  const outcome = found.outcome.replace(/better|worse/, word => (word === "better" ? "worse" : "better"));
  return {
    ...found,
    a: x,
    b: y,
    difference: -found.difference,
    interval: [-high, -low],
    outcome,
    wins: found.losses,
    losses: found.wins
  };
}

function addressOf(changes = {}) {
  const now = { ...state, ...changes };
  const given = new URLSearchParams();
  if (now.segment !== null) given.set("line", now.segment + 1);
  given.set("metric", summary.metrics[now.metric].name);
  given.set("system", summary.systems[now.a]);
  if (now.b !== null) given.set("against", summary.systems[now.b]);
  return `#${given}`;
}

function readAddress() {
  if (!location.hash.includes("=")) return {};
  const given = new URLSearchParams(location.hash.slice(1));
  const found = {};
  const which = summary.metrics.findIndex(one => one.name === given.get("metric"));
  if (which >= 0) found.metric = which;
  const a = summary.systems.indexOf(given.get("system"));
  const b = summary.systems.indexOf(given.get("against"));
  if (a >= 0 && b >= 0 && a !== b) Object.assign(found, { a, b });
  const line = Number(given.get("line"));
  found.segment = Number.isInteger(line) && line >= 1 && line <= summary.segments ? line - 1 : null;
  return found;
}
