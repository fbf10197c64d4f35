// The page: boots the engine, follows the address, and scores again whenever something changes.
import { announce, byId, debounce, fill, fixed, h } from "./dom.mjs";
import { Engine, Stopped, Superseded } from "./engine.mjs";
import { showExamples, showRerun } from "./examples.mjs";
import { showFiles } from "./files.mjs";
import { showBoxes, showCounts, textProblem } from "./inputs.mjs";
import { showOptions, showProblems } from "./options.mjs";
import { roomIn } from "./pictures.mjs";
import { isLetters, showProblem, showResult, showVariants, showWorking } from "./result.mjs";
import { about, changedOptions as chosenOptions, fromFragment, isMetric, keepOptions, keepText, keptText, learn, metricOf, state } from "./state.mjs";

const engine = new Engine();
const guides = new Map();
let offline = false;
let asked = false; // the visitor wants this long text scored
let turn = 0; // counts what was put in; the result says which input it shows (data-turn, data-shows)

function status(kind, text) {
  byId("status").dataset.kind = kind;
  byId("status-text").textContent = text;
}

engine.addEventListener("state", ({ detail }) => status("busy", detail));
engine.addEventListener("fatal", ({ detail }) => {
  status("bad", "Python stopped; starting again …");
  showProblem(byId("result"), `Python in this page stopped: ${detail}`);
  settle(byId("result"));
});
engine.addEventListener("offline", () => {
  offline = true;
  ready();
});

engine.addEventListener("ready", async () => {
  ready();
  if (about.metrics.length) return score(true);
  learn(await engine.ask("describe", "describe", {}));
  byId("version").textContent = `Bolide ${about.version}`;
  begin();
  rerunExamples();
});

function ready() {
  status("ready", offline ? "Ready · works offline" : "Ready");
  byId("status").title = offline ? "Everything is loaded. Switch the network off and go on: no request is made any more." : "";
}

function begin() {
  const { carried } = fromFragment();
  if (!carried && !keptText()) {
    const first = about.examples.find((example) => example.metric === currentView()) ?? about.examples[0];
    Object.assign(state, { hyp: first.hyp, refs: [...first.refs] });
    // Where texts must be made for the metric (rgbF's units), the example is nothing without its options.
    if (!metricOf(first.metric).plain) state.options[first.metric] = { ...first.options };
  }
  fill(byId("tabs"), [...about.metrics.map((metric) => tab(metric.key, metric.name)), tab("files", "Files")]);
  showFiles(byId("files"), engine, carry);
  showBoxes(byId("boxes"), changedText);
  follow();
}

const tab = (key, name) => h("li", {}, h("a", { href: `#${key}`, dataset: { view: key } }, name));

function currentView() {
  const { view } = fromFragmentView();
  return view === "files" || isMetric(view) ? view : about.metrics[0].key;
}

function fromFragmentView() {
  return { view: location.hash.slice(1).split("?")[0] };
}

function follow() {
  const view = currentView();
  const changed = view !== state.view;
  state.view = view;
  for (const link of byId("tabs").querySelectorAll("a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("files").hidden = view !== "files";
  byId("sentence").hidden = view === "files";
  const metric = metricOf(view);
  document.title = `${metric?.name ?? "Files"} · Bolide`;
  if (!metric) return void (byId("guide").hidden = true);
  byId("metric-name").textContent = metric.name;
  byId("metric-summary").textContent = metric.summary;
  showOptions(byId("options"), byId("options-note"), metric, changedOptions);
  showExamples(byId("examples"), metric, loadExample);
  if (changed) fill(byId("result"), h("p", { className: "placeholder" }, "…"));
  score(true);
  if (changed) showGuide(metric); // after the score has been asked for: the number comes first
}

addEventListener("hashchange", () => {
  if (!about.metrics.length) return;
  const { view } = fromFragmentView();
  if (view !== "files" && !isMetric(view)) return; // a heading inside the page
  if (fromFragment().carried) showBoxes(byId("boxes"), changedText);
  follow();
});

function changedText() {
  asked = false;
  keepText();
  score();
}

function changedOptions() {
  asked = false;
  keepOptions();
  score();
}

function loadExample(example) {
  Object.assign(state, { hyp: example.hyp, refs: [...example.refs] });
  state.options[example.metric] = { ...example.options };
  keepOptions();
  keepText();
  showBoxes(byId("boxes"), changedText);
  follow();
}

// From the table of segments: one segment becomes the text of the calculator.
function carry(view, hyp, refs) {
  Object.assign(state, { hyp, refs: [...refs] });
  showBoxes(byId("boxes"), changedText);
  location.hash = `#${view}`;
}

const scoreSoon = debounce(120, scoreNow);

// Something was put in: from this moment on what is shown is stale, until the result of this very turn is there.
function score(now = false) {
  const result = byId("result");
  result.dataset.turn = String(++turn);
  result.dataset.stale = "";
  if (now) scoreSoon.now();
  else scoreSoon();
}

function settle(result) {
  result.removeAttribute("aria-busy");
  delete result.dataset.stale;
}

// What is shown belongs to turn `mine`; it stays stale where something newer was put in meanwhile.
function shows(result, mine) {
  result.dataset.shows = String(mine);
  result.removeAttribute("aria-busy");
  if (mine === turn) settle(result);
}

async function scoreNow() {
  const view = state.view;
  if (!isMetric(view)) return;
  // Only what was changed: the rest is the metric's to decide, which treats a sentence and a corpus differently.
  const texts = { metric: view, options: chosenOptions(view), hyp: state.hyp, refs: [...state.refs] };
  const result = byId("result");
  const mine = turn;
  const problem = textProblem();
  if (problem) {
    engine.cancel("explain");
    showProblem(result, problem);
    return shows(result, mine);
  }
  const slow = setTimeout(() => showWorking(result, () => engine.stop("explain")), 500);
  try {
    const long = await tooLong(texts, metricOf(view).on_request);
    if (mine !== turn) return; // while tokens were counted something newer was put in, and is scored instead
    if (long && !asked) {
      askFirst(result, metricOf(view).on_request);
      return shows(result, mine);
    }
    const data = await engine.ask("explain", "explain", { ...texts, room: roomIn(result) });
    clearTimeout(slow);
    showCounts(data.counts, isLetters(data) ? "character" : "token");
    const scored = showResult(result, data, { engine, texts });
    shows(result, mine);
    if (scored) say(data);
    if (long || !scored) return;
    const variants = await engine.ask("variants", "variants", texts);
    if (result.dataset.shows === String(mine)) showVariants(result, variants);
  } catch (error) {
    if (error instanceof Superseded) return;
    if (error instanceof Stopped) showProblem(result, "Stopped. Change something to score again.");
    else {
      showProblem(result, error.message);
      showProblems(error.fields, error.message);
    }
    shows(result, mine);
  } finally {
    clearTimeout(slow);
  }
}

// From so many tokens on a costly metric waits to be asked; a text has fewer tokens than characters.
async function tooLong({ metric, options, hyp, refs }, most) {
  if (!most || Math.max(hyp.length, ...refs.map((ref) => ref.length)) <= most) return false;
  const counts = await engine.ask("tokens", "tokens", { metric, options, texts: [hyp, ...refs] });
  showCounts(counts);
  return Math.max(...counts) > most;
}

function askFirst(result, most) {
  const begin = () => {
    asked = true;
    score(true);
  };
  fill(result, h("div", { className: "placeholder" },
    h("p", {}, `With more than ${most.toLocaleString("en")} tokens this takes seconds, so it waits to be asked.`),
    h("button", { type: "button", className: "primary", onclick: begin }, "Score this text")));
}

const say = debounce(700, (data) => announce(`${data.name} ${fixed(data.percent, 2)}${data.rating ? `, ${data.rating}` : ""}`));

async function showGuide(metric) {
  if (!guides.has(metric.key)) guides.set(metric.key, await engine.ask("guide", "guide", { metric: metric.key }).catch(() => null));
  const html = guides.get(metric.key);
  if (state.view !== metric.key) return;
  const guide = byId("guide");
  guide.hidden = !html;
  if (!html) return;
  // The text is Bolide's own documentation, escaped and turned into HTML by Bolide's Markdown reader.
  const parsed = new DOMParser().parseFromString(html, "text/html");
  fill(guide, h("p", { className: "kicker" }, "How it works"), ...parsed.body.childNodes);
}

async function rerunExamples() {
  try {
    const results = await engine.ask("examples", "examples", {});
    showRerun(byId("examples-note"), results);
  } catch (error) {
    if (!(error instanceof Superseded)) byId("examples-note").textContent = `The examples could not be re-run: ${error.message}`;
  }
}

// On a wide screen there is room for the examples beside the result; on a narrow one they would push it down.
byId("examples-card").open = matchMedia("(min-width: 62rem)").matches;
engine.start();
globalThis.bolide = engine; // for tests and the curious: bolide.ask("mine", "explain", {…})
