// What the visitor has set: texts, metric, options. In memory, in this tab's storage, and, as far as asked, on disk.
// Nothing replaces a text of the visitor's own: a link, an example or a line of a file lays it on the shelf.

const OPTIONS = "bolide.options";
const TEXT = "bolide.text";
const DESK = "bolide.desk";
const ASIDE = "bolide.shelf";
const SHELF = 10; // texts kept aside; the oldest goes first

// origin: whose text is shown: "own", "example", "link" or "segment" (a line of a file).
// rival: a second candidate for the same references, null where there is none.
// lastView: the tab that was open before the page was loaded anew. misread: what a link says that means nothing here.
export const state = {
  view: "",
  lastView: "",
  misread: "",
  hyp: "",
  rival: null,
  refs: [""],
  options: {},
  keepText: false,
  origin: "example"
};
export let about = { metrics: [], examples: [], limit: 50000 };
const own = {}; // the options that the visitor chose, by metric; what an example or a link brings is never among them
const lent = {}; // whose options a metric shows, where they are not the visitor's: "example" or "link"
let shelf = [];
let stored = null; // the shelf as this tab's storage has it

export function learn(description) {
  about = description;
  const kept = read("localStorage", OPTIONS) ?? {};
  for (const metric of about.metrics) {
    const known = defaults(metric);
    const mine = Object.entries(kept[metric.key] ?? {}).filter(([name]) => name in known);
    own[metric.key] = { ...known, ...Object.fromEntries(mine) };
    returnOptions(metric.key);
  }
}

export const metricOf = key => about.metrics.find(metric => metric.key === key);
// 1 where higher is better, else −1, for every metric of a request.
export const waysOf = ({ metrics }) => metrics.map(({ metric }) => (metricOf(metric).higher_is_better ? 1 : -1));
export const isMetric = key => Boolean(metricOf(key));
export const isView = key => key === "files" || isMetric(key);
const defaults = metric => Object.fromEntries(metric.options.map(option => [option.name, option.default]));
export const same = (a, b) => Object.keys(a).every(name => a[name] === b[name]);

// --- options -----------------------------------------------------------------------------------------------------

const changed = (key, chosen) =>
  Object.fromEntries(
    (metricOf(key)?.options ?? [])
      .filter(option => option.always || chosen[option.name] !== option.default)
      .map(option => [option.name, chosen[option.name]])
  );

export const changedOptions = key => changed(key, state.options[key] ?? {});
export const ownOptions = key => changed(key, own[key] ?? {});
export const changedByHand = key =>
  metricOf(key).options.filter(option => own[key][option.name] !== option.default).length;
export const lender = key => lent[key] ?? null;

// The options of an example or a link that are not as the visitor's, with their values.
export const lentOptions = key =>
  metricOf(key)
    .options.filter(({ name }) => state.options[key][name] !== own[key][name])
    .map(
      ({ label, name }) =>
        `${label} ${{ true: "yes", false: "no", "": "as usual" }[state.options[key][name]] ?? state.options[key][name]}`
    )
    .join(", ");

export function lend(key, options, from) {
  state.options[key] = { ...options };
  if (same(options, own[key])) delete lent[key];
  else lent[key] = from;
}

export function returnOptions(key) {
  delete lent[key];
  state.options[key] = { ...own[key] };
}

// A form has changed state.options[key] by hand: one option, by its name, or all of them, by a preset or a definition. That
// much is the visitor's own choice, and no more where the others are an example's or a link's.
export function keepOptions(key, name) {
  if (lent[key] && name) own[key][name] = state.options[key][name];
  else {
    own[key] = { ...state.options[key] };
    delete lent[key];
  }
  write("localStorage", OPTIONS, Object.fromEntries(about.metrics.map(metric => [metric.key, ownOptions(metric.key)])));
  keepText();
}

// --- texts -------------------------------------------------------------------------------------------------------

const blank = ({ hyp, rival, refs }) => ![hyp, rival ?? "", ...refs].some(text => text.trim());
const isLine = () => state.origin === "segment"; // of a file, where it is scored whatever is empty
export const isBlank = () => !isLine() && blank(state);

// What is not there yet, in words; null where there is something to score.
export function missingText({ hyp, refs }) {
  if (isLine()) return null;
  const [mine, theirs] = [hyp.trim() !== "", refs.some(ref => ref.trim() !== "")];
  if (mine && theirs) return null;
  return mine ? "a reference" : theirs ? "a candidate translation" : "a candidate translation and a reference";
}

// The boxes of references that are scored: a blank one is not, while another has a text.
export function scoredRefs() {
  const filled = state.refs.flatMap((ref, place) => (ref.trim() ? [place] : []));
  return filled.length && !isLine() ? filled : [...state.refs.keys()];
}

export const onShelf = () => shelf.at(-1) ?? null;

function shown() {
  const options = lent[state.view]
    ? { key: state.view, from: lent[state.view], options: { ...state.options[state.view] } }
    : null;
  return { hyp: state.hyp, rival: state.rival, refs: [...state.refs], origin: state.origin, options };
}

function shelve() {
  if ((state.origin !== "own" && state.origin !== "link") || blank(state)) return;
  shelf = [...shelf, shown()].slice(-SHELF);
}

// A text that has little in common with the example in whose place it stands is the visitor's own, and so are the options
// from now on; an example with a few changed words keeps its options. Says whether the options have changed.
export function edited() {
  state.origin = "own";
  const returned = lent[state.view] === "example" && !resembles(state, example);
  if (returned) returnOptions(state.view);
  keepText();
  return returned;
}

let example = { hyp: "", refs: [""] }; // the last one that was shown
const wordsOf = ({ hyp, refs }) => [hyp, ...refs].map(text => text.split(/\s+/).filter(Boolean));
const resembles = (one, other) =>
  wordsOf(one).every(
    (words, k) => 2 * words.filter(word => wordsOf(other)[k]?.includes(word)).length >= words.length && words.length > 0
  );

export function replaceTexts({ hyp, rival = null, refs }, origin) {
  if (state.origin !== origin || origin === "own") shelve();
  if (origin === "example") example = { hyp, refs };
  Object.assign(state, { hyp, rival, refs: refs.length ? [...refs] : [""], origin });
  keepText();
}

// The text on top of the shelf changes places with the one that is shown.
export function takeBack() {
  const found = shelf.at(-1);
  shelf = shelf.slice(0, -1);
  shelve();
  if (lent[state.view]) returnOptions(state.view);
  Object.assign(state, { hyp: found.hyp, rival: rivalOf(found), refs: [...found.refs], origin: found.origin });
  if (found.options) lend(found.options.key, found.options.options, found.options.from);
  keepText();
}

// --- kept in this browser: in the tab until it is closed; on disk where the box is ticked ---------------------------

// A storage by its name: where it is forbidden, to mention it is an error.
export function read(storage, key) {
  try {
    return JSON.parse(globalThis[storage].getItem(key));
  } catch {
    return null;
  }
}

export function write(storage, key, value) {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false; // storage is full or forbidden: nothing is remembered, everything else works
  }
}

export function keepText() {
  const options = Object.fromEntries(
    Object.entries(lent).map(([key, from]) => [key, { from, options: state.options[key] }])
  );
  const desk = {
    view: state.view,
    hyp: state.hyp,
    rival: state.rival,
    refs: state.refs,
    origin: state.origin,
    lent: options
  };
  // The shelf, which may be long, is written when it has changed. Where there is no room for all, what is shown comes
  // before what is on it.
  const fits = texts => {
    if (texts !== stored && write("sessionStorage", ASIDE, texts)) stored = texts;
    return texts === stored && write("sessionStorage", DESK, desk);
  };
  fits(shelf) || fits(shelf.slice(-1)) || fits([]);
  // On disk go the visitor's own texts alone.
  const mine = [...shelf, ...(state.origin === "own" ? [shown()] : [])].filter(one => one.origin === "own");
  if (state.keepText && mine.length) return write("localStorage", TEXT, { ...mine.at(-1), shelf: mine.slice(0, -1) });
}

// Remember the text from now on, or no longer; says whether that was possible. What another tab remembers is left alone
// until somebody says so here.
export function rememberText(wanted) {
  state.keepText = wanted;
  if (!wanted) return write("localStorage", TEXT, null);
  state.origin = "own"; // what somebody wants remembered is theirs, wherever it came from
  return (state.keepText = keepText());
}

const rivalOf = ({ rival }) => (typeof rival === "string" ? rival : null);
const isText = found => found && typeof found.hyp === "string" && Array.isArray(found.refs) && found.refs.length > 0;

// What this tab held before it was loaded anew, else what was remembered; false where there is neither.
export function restore() {
  const kept = read("localStorage", TEXT);
  state.keepText = Boolean(isText(kept));
  const desk = read("sessionStorage", DESK);
  const found = isText(desk) ? desk : isText(kept) ? { origin: "own", ...kept } : null;
  if (!found) return false;
  state.lastView = String(found.view ?? "");
  Object.assign(state, {
    hyp: found.hyp,
    rival: rivalOf(found),
    refs: found.refs.map(String),
    origin: String(found.origin ?? "own")
  });
  const aside = (found === desk && read("sessionStorage", ASIDE)) || found.shelf;
  shelf = (Array.isArray(aside) ? aside : []).filter(isText).slice(-SHELF);
  for (const [key, { from, options }] of Object.entries(found.lent ?? {})) {
    if (isMetric(key)) lend(key, { ...defaults(metricOf(key)), ...options }, from);
  }
  return true;
}

// --- in the address: #bleu, or #bleu?hyp=…&ref=…&ref=…&smooth_method=floor; a fragment is never sent to a server ----------

export const viewInAddress = () => location.hash.slice(1).split("?")[0].toLowerCase();

// A link is taken once: from then on the text belongs to the tab, and Back, Forward and reload do not bring it again.
export function takeLink() {
  const at = location.hash.indexOf("?");
  if (at < 0 || history.state?.taken) return false;
  history.replaceState({ taken: true }, "", location.href);
  const given = new URLSearchParams(location.hash.slice(at + 1));
  const view = viewInAddress();
  const carried = given.has("hyp") || given.has("ref");
  if (carried)
    replaceTexts({ hyp: given.get("hyp") ?? "", rival: given.get("rival"), refs: given.getAll("ref") }, "link");
  const wrong = [];
  if (isMetric(view)) lend(view, linkedOptions(metricOf(view), given, wrong), "link");
  state.misread = wrong.length
    ? `The link also says ${wrong.join(", ")}, which means nothing here.`
    : isView(view)
      ? ""
      : `The link’s metric, “${view}”, is not known here, so another one scores it.`;
  keepText();
  return carried;
}

const SWITCHED = new Map([
  ["yes", "yes"],
  ["true", "yes"],
  ["1", "yes"],
  ["no", "no"],
  ["false", "no"],
  ["0", "no"],
  ["", ""]
]);

// The options of a link; what is neither one of them nor a text, or no value of a switch, goes to `wrong`.
function linkedOptions(metric, given, wrong) {
  const definition = metric.definitions.find(({ name }) => name === given.get("variant"));
  const chosen = { ...(definition?.options ?? defaults(metric)) };
  for (const [name, text] of given) {
    const option = metric.options.find(one => one.name === name);
    const isSwitch = option?.kind === "switch";
    const value = isSwitch ? SWITCHED.get(text.toLowerCase()) : option && text;
    if (value !== undefined) chosen[name] = isSwitch && !option.optional ? value === "yes" : value;
    else if (!["hyp", "rival", "ref"].includes(name)) wrong.push(`${name}=${text}`);
  }
  return chosen;
}

// Once something was changed, the address must not claim to say what is shown.
export function plainAddress() {
  if (location.hash.includes("?")) history.replaceState(null, "", `#${viewInAddress()}`);
}

export function toLink(view) {
  const given = new URLSearchParams();
  given.append("hyp", state.hyp);
  if (state.rival !== null) given.append("rival", state.rival);
  for (const ref of state.refs) given.append("ref", ref);
  for (const [name, value] of Object.entries(changedOptions(view))) {
    given.append(name, typeof value === "boolean" ? (value ? "yes" : "no") : value);
  }
  return `${location.href.split("#")[0]}#${view}?${given}`;
}
