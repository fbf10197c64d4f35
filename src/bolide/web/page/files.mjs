// Files: outputs of systems, references, sources and documents, as lines or as columns of tables, compared line by line.
import { announce, counted, fill, h, table } from "./dom.mjs";
import { Stopped, Superseded } from "./engine.mjs";
import { showReport, showScores, showWithout } from "./scores.mjs";
import { about, changedByHand, keepOptions, lender, ownOptions, state } from "./state.mjs";

const ROLES = {
  system: "a system’s output",
  reference: "a reference",
  source: "the source",
  document: "document names",
  stratum: "strata (domains …)",
  marks: "marked errors",
  none: "not used"
};
const ACCEPT =
  ".txt,.hyp,.ref,.src,.gz,.zst,.tsv,.csv,.json,.jsonl,.xlsx,.tmx,.xlf,.xliff,.sgm,.sgml,.xml,.rating,text/plain";
const files = []; // {id, name, stem, lines, role, notice}: a file of lines, or a column of a table; or {annotations, file}: marked errors
const chosen = new Set();
let engine = null; // the calculators', which come first
let carry = null;
let refused = []; // why files of the last choice were not taken
let reading = null; // the name of the file that is being read
let count = 0;
let version = 0; // counts changes of the files, so that scores of earlier ones are known as such
let scoredBy = []; // the metrics of the last scores, with their options
let nodes = {};

export function showFiles(node, theirs, onCarry) {
  [engine, carry] = [theirs, onCarry];
  chosen.add(about.metrics[0].key);
  nodes = {
    lists: h("div"),
    choices: h("div"),
    out: h("div", { id: "corpus-result" }),
    working: h("div", { class: "working-slot" })
  };
  fill(
    node,
    h(
      "div",
      { class: "intro" },
      h("h2", {}, "Files"),
      h(
        "p",
        {},
        "Compare systems on a whole test set. Files have one line per segment, or are tables with named columns (TSV, CSV, JSON lines, xlsx). They are read here; nothing is uploaded."
      ),
      h(
        "p",
        {},
        h("button", { id: "try", onclick: trySample }, "Try with a test set"),
        h("span", { class: "note" }, " 200 lines, three systems: two that BLEU takes for equals")
      )
    ),
    h(
      "div",
      { class: "drops" },
      drop("system", "hyps", "Outputs", "one file per system"),
      drop("reference", "refs", "References", "one file per set of references"),
      drop("more", "more", "More, if you have it", "source, documents, strata, marked errors")
    ),
    nodes.lists,
    nodes.choices,
    nodes.working,
    nodes.out
  );
  refreshFiles();
}

export function refreshFiles() {
  list();
  choices();
  if (hasOtherOptions()) outdated();
}

// --- taking files -----------------------------------------------------------------------------------------------------

function drop(role, kind, title, note) {
  const id = `files-${kind}`;
  const input = h("input", {
    type: "file",
    id,
    multiple: true,
    accept: ACCEPT,
    class: "visually-hidden",
    onchange: async ({ target }) => {
      const given = [...target.files];
      target.value = "";
      await takeFiles(given, role);
    }
  });
  const label = h(
    "label",
    { class: "drop", for: id, "data-role": role },
    h("strong", {}, title),
    h("span", { class: "note" }, note),
    h("span", { class: "button" }, "Choose files or drop them here")
  );
  return h("div", { class: "drop-holder" }, input, label);
}

// Python reads the files, so that they are read as on the command line: strict UTF-8, gzip unpacked, the rest refused.
export async function readFile(engine, file) {
  return engine.ask(`read-${++count}`, "read", { name: file.name, base64: await base64(file) });
}

// One choice of files after the other, in the order in which they were made.
let taking = Promise.resolve();
export function takeFiles(given, role = null) {
  taking = taking.then(() => take(given, role));
  return taking;
}

async function take(given, role) {
  refused = [];
  let added = 0;
  for (const file of given) {
    reading = file.name;
    why();
    try {
      const { lines, columns, annotations, notice, ...about } = await readFile(engine, file);
      if (annotations) add(file.name, { annotations, file, role: "marks", notice });
      else if (lines) add(file.name, { lines, stem: about.stem, notice, ...roleOf(role, about) });
      else
        columns.forEach((column, k) =>
          add(`${file.name}: ${column.name}`, {
            lines: column.lines,
            stem: column.name,
            notice: k ? null : notice,
            ...roleOf(role, column)
          })
        );
      added++;
    } catch (error) {
      refused.push(error.message);
    }
  }
  reading = null;
  changed();
  announce([`${counted(added, "file")} added.`, ...refused].join(" "));
}

// A test set that Bolide brings along, in place of what is there, scored at once.
async function trySample() {
  const { reference, systems, documents } = await engine.ask("sample", "sample", {});
  files.splice(0);
  refused = [];
  for (const [name, lines] of Object.entries(systems)) add(`${name}.txt`, { lines, stem: name, role: "system" });
  add("reference.txt", { lines: reference, stem: "reference", role: "reference" });
  add("documents.txt", { lines: documents, stem: "documents", role: "document" });
  for (const metric of ["bleu", "chrf"]) chosen.add(metric);
  changed();
  choices();
  run();
}

function add(name, about) {
  const taken = new Set(files.map(file => file.name));
  let again = "";
  for (let k = 2; taken.has(name + again); k++) again = ` (${k})`;
  files.push({ id: ++count, ...about, name: name + again, stem: about.stem + again });
}

// A file or a column is what Python says of its name, else what it was dropped on; among “more” nothing is a system by itself.
function roleOf(box, { role: byName, only_numbers: numeric, stem }) {
  if (numeric && !["document", "stratum", "none"].includes(byName))
    return { role: "none", guess: "numbers, no texts; human scores: bolide report --human" };
  const role = byName ?? (box === "more" ? "none" : (box ?? "system"));
  return { role, guess: stem && byName && box && box !== "more" && box !== role ? "by its name" : null }; // of a column that is no news
}

// Systems as they are called: by their files without endings, or by their columns, as far as that tells them apart.
function systemNames() {
  const [short, long] = ["stem", "name"].map(kind => of("system").map(file => file[kind]));
  return new Set(short).size === short.length ? short : long;
}

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read: ${reader.error.message}`));
    reader.readAsDataURL(file);
  });
}

// --- the list ---------------------------------------------------------------------------------------------------------

const of = role => files.filter(file => file.role === role);
const linesOf = role => of(role)[0]?.lines ?? null;
const used = () => files.filter(file => file.lines && file.role !== "none");
const rolesOf = file =>
  Object.entries(ROLES).filter(([role]) => role === "none" || (role === "marks") === Boolean(file.annotations));
const sizeOf = ({ lines, annotations }) =>
  lines ? counted(lines.length, "line") : counted(annotations.errors, "error");

// What is shown belongs to the files as they were, and says so.
function changed() {
  version++;
  if (nodes.out.childElementCount) outdated();
  list();
}

const hasOtherOptions = () =>
  scoredBy.some(({ metric, options }) => JSON.stringify(ownOptions(metric)) !== JSON.stringify(options));

function outdated() {
  if (nodes.out.querySelector("#outdated") || !nodes.out.querySelector(".verdict")) return;
  nodes.out.prepend(
    h(
      "p",
      { class: "advice", id: "outdated" },
      "Files or options have changed since these were scored. Score them again to see the new numbers."
    )
  );
}

function list() {
  const rows = files.map(file => [
    file.name,
    sizeOf(file),
    [
      h(
        "select",
        {
          "aria-label": `${file.name} is`,
          onchange: ({ target }) => {
            Object.assign(file, { role: target.value, guess: null });
            changed();
          }
        },
        rolesOf(file).map(([role, words]) => h("option", { value: role, selected: role === file.role }, words))
      ),
      file.guess && h("span", { class: "note guess" }, file.guess)
    ],
    h("button", { class: "tool", "aria-label": `Remove ${file.name}`, onclick: () => remove(file) }, "×")
  ]);
  fill(
    nodes.lists,
    files.length > 0 &&
      table("Table of files", [["file", "file-name"], ["holds", "num"], ["used as"], ["", "remove"]], rows, {
        class: "file-list"
      }),
    refused.map(message => h("p", { class: "notice refused" }, message)),
    files.filter(file => file.notice).map(marked)
  );
  const said = [...refused, ...files.map(file => file.notice).filter(Boolean), mismatch()].filter(Boolean).join(" ");
  if (said) announce(said);
  why();
}

function remove(file) {
  files.splice(files.indexOf(file), 1);
  refused = [];
  changed();
  (nodes.lists.querySelector("button") ?? document.getElementById("files-hyps")).focus();
}

// Why the files cannot be scored, and what to do; null where they can.
function problem() {
  if (reading) return `Reading ${reading} …`;
  if (nodes.running) return "These files are being scored.";
  if (!files.length) return "Add the output of a system and a reference; their names may say which is which.";
  if (!of("system").length) return "No file is used as a system’s output: add one, or choose it in the list.";
  if (!of("reference").length) return "No file is used as a reference: add one, or choose it in the list.";
  return mismatch() ?? (chosen.size ? null : "Choose at least one metric.");
}

// The button, and below it the reason where it is grey.
function why() {
  if (!nodes.score) return;
  const reason = problem();
  nodes.score.disabled = reason !== null;
  nodes.why.textContent = reason ?? "";
  nodes.why.className = mismatch() && files.length ? "notice" : "note";
}

// A byte-order mark is text until it is taken off.
function marked(file) {
  const take = () => {
    file.lines[0] = file.lines[0].slice(1);
    file.notice = null;
    changed();
  };
  const isMark = typeof file.lines?.[0] === "string" && file.lines[0].startsWith("\ufeff");
  return h("p", { class: "advice marked" }, `${file.notice} `, isMark && h("button", { onclick: take }, "Remove it"));
}

function mismatch() {
  const all = used();
  const empty = all.find(file => !file.lines.length);
  if (empty) return `${empty.name} is empty.`;
  const other = all.find(file => file.lines.length !== all[0].lines.length);
  if (other)
    return `${all[0].name} has ${counted(all[0].lines.length, "line")} and ${other.name} has ${other.lines.length.toLocaleString("en")}; they must pair up line by line. An empty translation still needs its own empty line.`;
  const twice = ["source", "document", "stratum"].find(role =>
    of(role).some(({ lines }) => lines.some((line, k) => line !== of(role)[0].lines[k]))
  );
  if (twice)
    return `${of(twice)
      .map(file => file.name)
      .join(" and ")} cannot both be ${ROLES[twice]}.`;
  const listed = all.find(file => file.role !== "reference" && file.lines.some(Array.isArray));
  return listed ? `${listed.name} has lists of texts, which can be references only.` : null;
}

function choices() {
  const boxes = about.metrics.map(metric => {
    const many = changedByHand(metric.key);
    return h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        name: "corpus-metric",
        value: metric.key,
        checked: chosen.has(metric.key),
        onchange: ({ target }) => {
          if (target.checked) chosen.add(metric.key);
          else chosen.delete(metric.key);
          why();
        }
      }),
      metric.name,
      many > 0 && h("span", { class: "note" }, `${counted(many, "option")} changed`)
    );
  });
  const lent = about.metrics.filter(metric => lender(metric.key));
  nodes.score = h(
    "button",
    { class: "primary", id: "score-corpus", "aria-describedby": "score-why", onclick: run },
    "Score the files"
  );
  nodes.why = h("p", { id: "score-why" });
  fill(
    nodes.choices,
    h(
      "div",
      { class: "row corpus-choices" },
      h("fieldset", { class: "row" }, h("legend", {}, "Metrics, with your own options from their tabs"), boxes),
      nodes.score
    ),
    nodes.why,
    lent.length > 0 &&
      h(
        "p",
        { class: "note", id: "lent-options" },
        `${lent.map(metric => metric.name).join(", ")}: the options that an example or a link has brought to the tab are not used here.`
      )
  );
  why();
}

// --- scoring ----------------------------------------------------------------------------------------------------------

function given() {
  const refs = of("reference");
  return {
    metrics: about.metrics
      .filter(metric => chosen.has(metric.key))
      .map(metric => ({ metric: metric.key, options: ownOptions(metric.key) })),
    systems: systemNames().map((name, k) => ({ name, hyps: of("system")[k].lines })),
    sources: linesOf("source"),
    documents: linesOf("document"),
    strata: linesOf("stratum"),
    refs: refs[0].lines.map((_, at) => refs.flatMap(file => file.lines[at])),
    ref_names: refs.some(file => file.lines.some(Array.isArray)) ? [] : refs.map(file => file.name)
  };
}

function working(kind, label) {
  const bar = h("progress", { max: "1", value: "0", "aria-label": label });
  const said = h("span", { class: "note num" }, "Starting …");
  fill(
    nodes.working,
    h(
      "div",
      { class: "working" },
      h("span", {}, label),
      bar,
      said,
      h("button", { id: `stop-${kind}`, onclick: () => engine.stop(kind) }, "Cancel")
    )
  );
  let begun = 0;
  return ({ done, of: whole }) => {
    begun ||= performance.now();
    const seconds = (performance.now() - begun) / 1000;
    bar.value = done / whole;
    said.textContent = `${Math.floor((100 * done) / whole)} %${seconds > 3 && done ? left((seconds * (whole - done)) / done) : ""}`;
  };
}

// What is left at the pace so far, as roughly as it is known.
const left = seconds =>
  seconds > 90
    ? ` · about ${Math.round(seconds / 60)} minutes left`
    : seconds > 1
      ? ` · about ${seconds > 20 ? 10 * Math.round(seconds / 10) : Math.round(seconds)} s left`
      : "";

// The errors that people marked, for the report; notes on them, or what is wrong with them, which keeps no score back.
async function marks() {
  if (!of("marks").length) return [];
  try {
    const sent = await Promise.all(of("marks").map(async ({ name, file }) => ({ name, base64: await base64(file) })));
    return await engine.ask("marked", "marked", { files: sent, names: systemNames() });
  } catch (error) {
    if (error instanceof Superseded || error instanceof Stopped) throw error;
    return [error.message];
  }
}

// Options that suit the texts are the visitor's own from now on; the texts are scored with them.
function use({ metric, options }) {
  state.options[metric] = { ...options };
  keepOptions(metric);
  choices();
  run();
}

async function run() {
  const texts = given();
  const { sources, documents, strata } = texts;
  scoredBy = texts.metrics;
  fill(nodes.out);
  nodes.running = true;
  const mine = version;
  const held = document.activeElement === nodes.score;
  why();
  const begun = performance.now();
  try {
    const progress = working("corpus", "Scoring");
    if (held) nodes.working.querySelector("button").focus();
    const { metrics, systems, refs, ref_names } = texts;
    const report = await engine.ask("corpus", "corpus", { metrics, systems, refs, sources, ref_names }, progress);
    texts.metrics = texts.metrics.filter((_, k) => !report.refused?.includes(k));
    const seconds = (performance.now() - begun) / 1000;
    texts.marks = await marks();
    showScores(nodes.out, { report, texts, seconds, engine, use });
    if (mine !== version || hasOtherOptions()) outdated();
    await engine.ask("compare", "compare", { documents, strata }, working("compare", "Intervals and p-values"));
    const view = await engine.ask("compare", "view", { sources, documents, strata }, working("compare", "Segments"));
    await showReport(nodes.out, view, texts, carry);
  } catch (error) {
    if (error instanceof Superseded) return;
    const message = error instanceof Stopped ? "Cancelled." : error.message;
    announce(message);
    if (nodes.out.querySelector("#corpus-scores")) showWithout(nodes.out, message);
    else fill(nodes.out, h("p", { class: "notice" }, message));
  } finally {
    const waiting = nodes.working.contains(document.activeElement);
    nodes.running = false;
    why();
    if (waiting) nodes.score.focus();
    fill(nodes.working);
  }
}
