// What the visitor has set: texts, metric, options. In memory, in the address's fragment, and, as far as asked, on disk.

const OPTIONS = "bolide.options";
const TEXT = "bolide.text";

export const state = { view: "", hyp: "", refs: [""], options: {}, keepText: false };
export let about = { metrics: [], examples: [], limit: 50000 };

export function learn(description) {
  about = description;
  const kept = read(OPTIONS) ?? {};
  for (const metric of about.metrics) {
    const known = Object.fromEntries(metric.options.map((option) => [option.name, option.default]));
    const mine = Object.entries(kept[metric.key] ?? {}).filter(([name]) => name in known);
    state.options[metric.key] = { ...known, ...Object.fromEntries(mine) };
  }
}

export const metricOf = (key) => about.metrics.find((metric) => metric.key === key);
export const isMetric = (key) => Boolean(metricOf(key));

export function changedOptions(key) {
  const chosen = state.options[key] ?? {};
  return Object.fromEntries(
    (metricOf(key)?.options ?? []).filter((option) => option.always || chosen[option.name] !== option.default).map((option) => [option.name, chosen[option.name]]),
  );
}

// --- kept in this browser ----------------------------------------------------------------------------------------

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

function write(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: nothing is remembered, everything else works.
  }
}

export function keepOptions() {
  write(OPTIONS, Object.fromEntries(about.metrics.map((metric) => [metric.key, changedOptions(metric.key)])));
}

export function keepText() {
  write(TEXT, state.keepText ? { hyp: state.hyp, refs: state.refs } : null);
}

export function keptText() {
  const kept = read(TEXT);
  if (!kept || typeof kept.hyp !== "string" || !Array.isArray(kept.refs)) return false;
  Object.assign(state, { hyp: kept.hyp, refs: kept.refs.map(String), keepText: true });
  return true;
}

// --- in the address: #bleu, or #bleu?hyp=…&ref=…&ref=…&smooth=floor; a fragment is never sent to a server ----------

export function fromFragment() {
  const [view, query] = splitOnce(decodeSafely(location.hash.slice(1)), "?");
  const found = { view, carried: false };
  if (!query) return found;
  const given = new URLSearchParams(location.hash.slice(location.hash.indexOf("?") + 1));
  if (given.has("hyp") || given.has("ref")) {
    state.hyp = given.get("hyp") ?? "";
    state.refs = given.has("ref") ? given.getAll("ref") : [""];
    found.carried = true;
  }
  if (isMetric(view)) {
    const metric = metricOf(view);
    const definition = metric.definitions.find(({ name }) => name === given.get("variant"));
    const chosen = { ...(definition?.options ?? Object.fromEntries(metric.options.map((option) => [option.name, option.default]))) };
    for (const option of metric.options) {
      if (given.has(option.name)) chosen[option.name] = option.kind === "switch" && !option.optional ? given.get(option.name) === "yes" : given.get(option.name);
    }
    state.options[view] = chosen;
  }
  return found;
}

export function toLink(view) {
  const given = new URLSearchParams();
  given.append("hyp", state.hyp);
  for (const ref of state.refs) given.append("ref", ref);
  for (const [name, value] of Object.entries(changedOptions(view))) {
    given.append(name, typeof value === "boolean" ? (value ? "yes" : "no") : value);
  }
  return `${location.href.split("#")[0]}#${view}?${given}`;
}

function splitOnce(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function decodeSafely(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
