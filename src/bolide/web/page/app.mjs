// The page: draws the form at once, boots the engine, follows the address, and scores again whenever something changes.
import { announce, byId, debounce, fill, fixed, h } from "./dom.mjs";
import { showCards } from "./cards.mjs";
import { catchDrops } from "./dropping.mjs";
import { Engine, Stopped, Superseded } from "./engine.mjs";
import { rerunExamples, showExamples } from "./examples.mjs";
import { showExercise } from "./exercise.mjs";
import { reportFault } from "./fault.mjs";
import { showGuide } from "./guide.mjs";
import { readFile, refreshFiles, showFiles, takeFiles } from "./files.mjs";
import { showBoxes, showCounts, textProblem } from "./inputs.mjs";
import { showKept } from "./kept.mjs";
import { keepForOffline } from "./offline.mjs";
import { showOptions, showProblems } from "./options.mjs";
import { roomIn, wantsMatrix } from "./pictures.mjs";
import { isLetters, showProblem, showResult, showVariants } from "./result.mjs";
import {
  about,
  changedOptions as chosenOptions,
  edited,
  isBlank,
  isMetric,
  isView,
  keepOptions,
  keepText,
  learn,
  lend,
  metricOf,
  missingText,
  plainAddress,
  replaceTexts,
  restore,
  returnOptions,
  scoredRefs,
  state,
  takeLink,
  viewInAddress
} from "./state.mjs";
import { followTheme } from "./theme.mjs";
import { followWords, knowWords } from "./words.mjs";
import {
  askFirst,
  loadingText,
  mostTokens,
  showEmpty,
  showLoading,
  showReady,
  showWorking,
  status
} from "./waiting.mjs";

const engine = new Engine();
const LONG = 5000; // characters: the score of a longer text waits until the typing has paused
let asked = false; // the visitor wants this long text scored
let stopped = false; // the visitor wants this text not to be scored
let turn = 0; // counts what was put in; the result says which input it shows (data-turn, data-shows)
let loaded = { got: 0, of: 0 };
let scored = false; // something has been shown since Python started
let ready = ["Ready"]; // what the status says then
let home = ""; // what an address without a view shows

engine.addEventListener("state", ({ detail }) => status("busy", detail));
engine.addEventListener("loaded", ({ detail }) => {
  loaded = detail;
  status("busy", loadingText(loaded));
  const result = byId("result");
  if (!engine.ready && result.querySelector(".loading")) showLoading(result, loaded);
});
engine.addEventListener("fatal", ({ detail }) => {
  status("bad", detail.again ? "Python stopped; starting again …" : "Python could not be started");
  stopped = detail.kind === "explain"; // what ended Python once would end it again
  showProblem(
    byId("result"),
    `Python in this page stopped: ${detail.message}${stopped ? " Change something to score again." : ""}`
  );
  settle(byId("result"));
});
engine.addEventListener("ready", ({ detail }) => {
  scored = false;
  showReady(detail.compiled);
  if (stopped || !isMetric(state.view)) shows(byId("result"), turn);
  else score(true);
  showGuide(engine);
});
engine.addEventListener("offline", async () => {
  const [lasting] = await Promise.all([
    keepForOffline(),
    import("./report.mjs"),
    rerunExamples(engine, byId("examples-note"))
  ]);
  ready = [
    "Ready · works offline",
    lasting
      ? "Everything is loaded and kept: the page works without a network, also after a reload."
      : "Everything is loaded: until you reload it, the page works without a network."
  ];
  if (scored) status("ready", ...ready);
});

// The form, from what the page itself brings along; Python is not asked for it.
function begin() {
  const typed = typedAlready();
  learn(JSON.parse(byId("about").textContent));
  const restored = restore();
  home = (!isView(viewInAddress()) && state.lastView) || about.metrics[0].key;
  if (!restored) {
    const first = about.examples.find(example => example.metric === currentView()) ?? about.examples[0];
    Object.assign(state, { hyp: first.hyp, refs: [...first.refs], origin: "example" });
    // Where texts must be made for the metric (rgbF's units), the example is nothing without its options.
    if (!metricOf(first.metric).plain) lend(first.metric, first.options, "example");
  }
  takeLink();
  if (typed) {
    replaceTexts(typed, "own");
    plainAddress();
  }
  showFiles(byId("files"), engine, carry);
  draw();
  follow();
  if (typed) byId(typed.focus)?.focus();
}

// What somebody has typed into the form before this script ran.
function typedAlready() {
  const boxes = [...document.querySelectorAll("#boxes textarea")];
  if (boxes.every(box => box.value === box.defaultValue)) return null;
  return { hyp: boxes[0].value, refs: boxes.slice(1).map(box => box.value), focus: document.activeElement?.id };
}

function draw() {
  const active = document.activeElement;
  const place = active?.matches("#boxes textarea") ? [active.id, active.selectionStart, active.selectionEnd] : null;
  showBoxes(byId("boxes"), changedText);
  if (!place || !byId(place[0])) return;
  byId(place[0]).focus();
  byId(place[0]).setSelectionRange(place[1], place[2]);
}

function currentView() {
  const view = viewInAddress();
  return isView(view) ? view : (view && state.view) || home;
}

function follow() {
  const view = currentView();
  const changed = view !== state.view;
  state.view = view;
  if (changed) keepText();
  for (const link of byId("tabs").querySelectorAll("a")) {
    if (link.dataset.view === view) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("files").hidden = view !== "files";
  byId("sentence").hidden = view === "files";
  const metric = metricOf(view);
  showExercise(byId("exercise"), metric);
  document.title = `${metric?.name ?? "Files"} · Bolide`;
  if (!metric) {
    byId("guide").hidden = true;
    return refreshFiles();
  }
  byId("metric-name").textContent = metric.name;
  byId("metric-summary").textContent = metric.summary;
  redrawForm(metric);
  if (changed) fill(byId("result"), h("p", { class: "placeholder" }, "…"));
  score(true);
  if (changed) showGuide(engine); // after the score has been asked for: the number comes first
}

function redrawForm(metric = metricOf(state.view)) {
  showOptions(byId("options"), byId("options-note"), metric, changedOptions);
  showExamples(byId("examples"), metric, loadExample);
  showKept(byId("kept"), redrawn);
}

function redrawn() {
  asked = stopped = false;
  plainAddress();
  draw();
  redrawForm();
  score(true);
}

addEventListener("hashchange", () => {
  const view = viewInAddress();
  if (view && !isView(view) && !location.hash.includes("?")) return; // a heading inside the page
  if (takeLink()) {
    asked = stopped = false;
    draw();
  }
  follow();
});

function changedBy(keep, now = score) {
  asked = stopped = false;
  plainAddress();
  keep();
  showKept(byId("kept"), redrawn);
  now();
}

const changedText = () => changedBy(() => edited() && redrawForm());
const changedOptions = (name, live) => changedBy(() => keepOptions(state.view, name), live ? scoreLive : score);

// A word was struck out or moved: the box has the new text, and the score follows at once.
function changedWords(text) {
  state.hyp = text;
  draw();
  changedBy(
    () => edited() && redrawForm(),
    () => score(true)
  );
}

function useOptions({ metric, options }) {
  state.options[metric] = { ...options };
  changedOptions();
  redrawForm();
}

function loadExample(example) {
  replaceTexts(example, "example");
  lend(example.metric, example.options, "example");
  redrawn();
}

// From the table of segments: one segment becomes the text of the calculator.
function carry(view, hyp, refs) {
  replaceTexts({ hyp, refs }, "segment");
  returnOptions(view);
  asked = stopped = false;
  draw();
  location.hash = `#${view}`;
}

function toFiles(files, role = null) {
  location.hash = "#files";
  takeFiles(files, role);
}

catchDrops({
  toFiles,
  async toBox(box, file) {
    try {
      const { lines } = await readFile(engine, file);
      if (!lines) return toFiles([file]); // a table, or marked errors
      box.value = lines.join("\n");
      box.dispatchEvent(new Event("input", { bubbles: true }));
      announce(`${file.name} is in the box.`);
    } catch (error) {
      showProblem(byId("result"), error.message);
    }
  }
});

const scoreSoon = debounce(120, scoreNow);
const scoreLater = debounce(900, scoreNow);
const length = () => state.hyp.length + state.refs.join("").length;

// While somebody drags a slider one score follows the other: the next one begins when the last is shown.
let following = false;
async function scoreLive() {
  byId("result").dataset.turn = String(++turn);
  if (following) return;
  following = true;
  for (let mine = 0; mine !== turn;) {
    mine = turn;
    await scoreNow();
  }
  following = false;
}

// Something was put in: from this moment on what is shown is stale, until the result of this very turn is there.
function score(now = false) {
  const result = byId("result");
  result.dataset.turn = String(++turn);
  result.dataset.stale = "";
  for (const kind of ["candidates", "variants"]) engine.cancel(kind); // they are about what was put in before
  if (now) scoreSoon.now();
  else if (length() > LONG && !textProblem()) scoreLater();
  else scoreSoon();
}

function settle(result) {
  result.removeAttribute("aria-busy");
  delete result.dataset.stale;
}

// What is shown belongs to turn `mine`; it stays stale where something newer was put in meanwhile.
function shows(result, mine) {
  if (engine.ready && !scored) status("ready", ...ready);
  scored ||= engine.ready;
  result.dataset.shows = String(mine);
  result.removeAttribute("aria-busy");
  if (mine === turn) settle(result);
}

async function scoreNow() {
  const view = state.view;
  if (!isMetric(view)) return;
  // Only what was changed: the rest is the metric's to decide, which treats a sentence and a corpus differently.
  const texts = {
    metric: view,
    options: chosenOptions(view),
    hyp: state.hyp,
    refs: scoredRefs().map(place => state.refs[place])
  };
  const result = byId("result");
  const mine = turn;
  const problem = textProblem();
  if (problem || isBlank()) {
    engine.cancel("explain");
    if (problem) showProblem(result, problem);
    else {
      showCounts([texts.hyp, ...texts.refs].map(() => 0));
      showEmpty(result, missingText(texts));
    }
    return shows(result, mine);
  }
  if (!engine.ready) {
    if (!engine.started) engine.start(); // it could not be started before
    return showLoading(result, loaded); // it is scored when Python is there
  }
  const done = showWorking(result, stop);
  try {
    const long = await tooLong(texts, mostTokens(metricOf(view)));
    if (mine !== turn) return; // while tokens were counted something newer was put in, and is scored instead
    if (long && !asked) {
      askFirst(result, long, mostTokens(metricOf(view)), scoreAnyway);
      return shows(result, mine);
    }
    const data = await engine.ask("explain", "explain", { ...texts, room: roomIn(result), matrix: wantsMatrix() });
    showCounts(data.counts, isLetters(data) ? "character" : "token");
    const missing = missingText(texts); // with an empty box there is nothing to score yet, but the other one is counted
    if (missing) showEmpty(result, missing);
    else showResult(result, data, engine, texts, useOptions, () => score(true));
    knowWords(data);
    shows(result, mine);
    done();
    if (!missing) say(data);
    if (long || missing || mine !== turn) return;
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
    done();
  }
}

function stop() {
  stopped = true;
  asked = false;
  engine.stop("explain");
}

function scoreAnyway() {
  asked = true;
  score(true);
}

// From so many tokens on a costly metric waits to be asked; a text has fewer tokens than characters. Gives the tokens
// of the longest text where there are more, else 0.
async function tooLong({ metric, options, hyp, refs }, most) {
  const texts = [hyp, ...refs, state.rival ?? ""];
  if (!most || Math.max(...texts.map(text => text.length)) <= most) return 0;
  const counts = await engine.ask("tokens", "tokens", { metric, options, texts });
  showCounts(counts.slice(0, -1));
  return Math.max(...counts) > most ? Math.max(...counts) : 0;
}

const say = debounce(700, data =>
  announce(`${data.title} ${fixed(data.points, 2)}${data.identical ? ", identical" : ""}`)
);

// The column of texts stays in sight; taller than the window, it scrolls to its end.
const EDGE = 16;
const column = document.querySelector(".inputs");
const place = () => column.style.setProperty("top", `${Math.min(EDGE, innerHeight - column.offsetHeight - EDGE)}px`);
new ResizeObserver(place).observe(column);
addEventListener("resize", place);

document.documentElement.classList.add("started");
followTheme();
followWords(byId("result"), changedWords);
byId("cards").addEventListener("click", () => showCards(engine));
byId("report-fault").addEventListener("click", reportFault);
engine.start();
begin();
globalThis.bolide = engine; // for tests and the curious: bolide.ask("mine", "explain", {…})
