// Files: outputs of systems, references, sources and documents, as lines or as columns of tables, compared line by line.
import { announce, counted, fill, h } from "./dom.mjs";
import { Engine, Stopped, Superseded } from "./engine.mjs";
import { marksOf } from "./people.mjs";
import { showComparison, showScores } from "./scores.mjs";
import { about, changedByHand, lender, ownOptions } from "./state.mjs";

const ROLES = { system: "a system’s output", reference: "a reference", source: "the source", document: "document names", marks: "marked errors", none: "not used" };
const ACCEPT = ".txt,.hyp,.ref,.src,.gz,.zst,.tsv,.csv,.json,.jsonl,.xlsx,.tmx,.xlf,.xliff,.sgm,.sgml,.xml,.rating,text/plain";
const files = []; // {id, name, own, lines, role, notice}: a file of lines, or a column of a table; or {annotations, file}: marked errors
const chosen = new Set();
const scorer = new Engine(); // a Python of its own: the calculators never wait for files
let main = null; // the calculators' engine, which reads files and explains single lines
let carry = null;
let refused = []; // why files of the last choice were not taken
let count = 0;
let nodes = {};

export function showFiles(node, engine, onCarry) {
  main = engine;
  carry = onCarry;
  chosen.add(about.metrics[0].key);
  scorer.addEventListener("state", ({ detail }) => say(detail));
  nodes = { lists: h("div"), reading: h("div"), choices: h("div"), out: h("div", { id: "corpus-result" }), working: h("div", { className: "working-slot" }) };
  fill(node,
    h("div", { className: "intro" }, h("h2", {}, "Files"),
      h("p", {}, "Compare systems on a whole test set. Files have one line per segment, or are tables with named columns (TSV, CSV, JSON lines, xlsx). They are read here; nothing is uploaded.")),
    h("div", { className: "drops" }, drop("system", "hyps", "Outputs", "one file per system"), drop("reference", "refs", "References", "one file per set of references"), drop("more", "more", "More, if you have it", "source, documents, marked errors")),
    nodes.reading, nodes.lists, nodes.choices, nodes.working, nodes.out);
  refreshFiles();
}

export function refreshFiles() {
  list();
  choices();
}

// --- taking files -----------------------------------------------------------------------------------------------------

function drop(role, kind, title, note) {
  const id = `files-${kind}`;
  const input = h("input", { type: "file", id, multiple: true, accept: ACCEPT, className: "visually-hidden", onchange: async ({ target }) => {
    const given = [...target.files];
    target.value = "";
    await takeFiles(given, role);
  } });
  const label = h("label", { className: "drop", for: id }, h("strong", {}, title), h("span", { className: "note" }, note), h("span", { className: "button" }, "Choose files or drop them here"));
  const over = (on) => (event) => {
    event.preventDefault();
    label.classList.toggle("over", on);
  };
  label.addEventListener("dragover", over(true));
  label.addEventListener("dragleave", over(false));
  label.addEventListener("drop", (event) => {
    over(false)(event);
    takeFiles([...event.dataTransfer.files], role);
  });
  return h("div", { className: "drop-holder" }, input, label);
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
  if (!scorer.started) scorer.start();
  for (const file of given) {
    fill(nodes.reading, h("p", { className: "note" }, `Reading ${file.name} …`));
    try {
      const { lines, columns, annotations, notice } = await readFile(main, file);
      if (annotations) add(file.name, { annotations, file, role: "marks", notice });
      else if (lines) add(file.name, { lines, own: file.name, role: roleOf(role, file.name), notice });
      else columns.forEach((column, k) => add(`${file.name}: ${column.name}`, { lines: column.lines, own: column.name, role: column.why ? "none" : roleOfColumn(column.name), notice: k ? null : notice }));
      added++;
    } catch (error) {
      refused.push(error.message);
    }
  }
  fill(nodes.reading);
  changed();
  announce([`${counted(added, "file")} added.`, ...refused].join(" "));
}

function add(name, about) {
  const taken = new Set(files.map((file) => file.name));
  let unique = name;
  for (let k = 2; taken.has(unique); k++) unique = `${name} (${k})`;
  files.push({ id: ++count, name: unique, ...about });
}

// What a file is taken for: what it was dropped on, else what its name says; among “more” nothing is a system by itself.
function roleOf(role, name) {
  if (role !== null && role !== "more") return role;
  const told = roleOfFile(name);
  return role === "more" && told === "system" ? "none" : told;
}

function roleOfFile(name) {
  if (/ref/i.test(name)) return "reference";
  if (/(^|[._-])(src|source)/i.test(name)) return "source";
  return /(^|[._-])docs?([._-]|$)/i.test(name) ? "document" : "system";
}

function roleOfColumn(name) {
  if (/^(ref|gold|human)/i.test(name)) return "reference";
  if (/^(src|source)/i.test(name)) return "source";
  if (/^(doc|document)/i.test(name)) return "document";
  return /^(id|seg|segment|line|number|row|lang|domain)/i.test(name) ? "none" : "system";
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

const of = (role) => files.filter((file) => file.role === role);
const used = () => files.filter((file) => file.lines && file.role !== "none");
const rolesOf = (file) => Object.entries(ROLES).filter(([role]) => role === "none" || (role === "marks") === Boolean(file.annotations));
const sizeOf = ({ lines, annotations }) => (lines ? counted(lines.length, "line") : counted(annotations.errors, "error"));

// What is shown belongs to the files as they were.
function changed() {
  scorer.cancel("corpus");
  scorer.cancel("compare");
  fill(nodes.out);
  list();
}

function list() {
  // On a narrow screen the cells of a row stand below each other; roles keep it a table for those who hear it.
  const rows = files.map((file) => h("tr", { role: "row" },
    h("th", { scope: "row", role: "rowheader", className: "file-name" }, file.name),
    h("td", { role: "cell", className: "num" }, sizeOf(file)),
    h("td", { role: "cell" }, h("select", { "aria-label": `${file.name} is`, onchange: ({ target }) => {
      file.role = target.value;
      changed();
    } }, rolesOf(file).map(([role, words]) => h("option", { value: role, selected: role === file.role }, words)))),
    h("td", { role: "cell" }, h("button", { type: "button", className: "tool", "aria-label": `Remove ${file.name}`, onclick: () => remove(file) }, "×"))));
  const problem = mismatch();
  fill(nodes.lists,
    files.length > 0 && h("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "Table of files" },
      h("table", { className: "file-list", role: "table" }, h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, ["file", "holds", "used as"].map((name, k) => h("th", { scope: "col", role: "columnheader", className: k === 1 ? "num" : null }, name)), h("th", { scope: "col", role: "columnheader" }, h("span", { className: "visually-hidden" }, "remove")))), h("tbody", { role: "rowgroup" }, rows))),
    refused.map((message) => h("p", { className: "notice refused" }, message)),
    files.filter((file) => file.notice).map(marked),
    problem && h("p", { className: "notice" }, problem));
  const said = [...refused, ...files.map((file) => file.notice).filter(Boolean), problem].filter(Boolean).join(" ");
  if (said) announce(said);
  if (nodes.score) nodes.score.disabled = !scorable();
}

function remove(file) {
  files.splice(files.indexOf(file), 1);
  refused = [];
  changed();
  (nodes.lists.querySelector("button") ?? document.getElementById("files-hyps")).focus();
}

const scorable = () => !nodes.running && !mismatch() && of("system").length > 0 && of("reference").length > 0;

// A byte-order mark is text until it is taken off.
function marked(file) {
  const take = () => {
    file.lines[0] = file.lines[0].slice(1);
    file.notice = null;
    changed();
  };
  const isMark = typeof file.lines?.[0] === "string" && file.lines[0].startsWith("\ufeff");
  return h("p", { className: "advice marked" }, `${file.notice} `, isMark && h("button", { type: "button", onclick: take }, "Remove it"));
}

function mismatch() {
  const all = used();
  const empty = all.find((file) => !file.lines.length);
  if (empty) return `${empty.name} is empty.`;
  const other = all.find((file) => file.lines.length !== all[0].lines.length);
  if (other) return `${all[0].name} has ${counted(all[0].lines.length, "line")} and ${other.name} has ${other.lines.length.toLocaleString("en")}; they must pair up line by line. An empty translation still needs its own empty line.`;
  const twice = ["source", "document"].find((role) => of(role).length > 1);
  if (twice) return `${of(twice).map((file) => file.name).join(" and ")} cannot both be ${ROLES[twice]}.`;
  const listed = all.find((file) => file.role !== "reference" && file.lines.some(Array.isArray));
  return listed ? `${listed.name} has lists of texts, which can be references only.` : null;
}

function choices() {
  const boxes = about.metrics.map((metric) => {
    const many = changedByHand(metric.key);
    return h("label", { className: "check" },
      h("input", { type: "checkbox", name: "corpus-metric", value: metric.key, checked: chosen.has(metric.key), onchange: ({ target }) => {
        if (target.checked) chosen.add(metric.key);
        else chosen.delete(metric.key);
      } }), metric.name, many > 0 && h("span", { className: "note" }, `${counted(many, "option")} changed`));
  });
  const lent = about.metrics.filter((metric) => lender(metric.key));
  nodes.score = h("button", { type: "button", className: "primary", id: "score-corpus", disabled: !scorable(), onclick: run }, "Score the files");
  fill(nodes.choices, h("div", { className: "row corpus-choices" }, h("fieldset", { className: "row" }, h("legend", {}, "Metrics, with your own options from their tabs"), boxes), nodes.score),
    lent.length > 0 && h("p", { className: "note", id: "lent-options" }, `${lent.map((metric) => metric.name).join(", ")}: the options that an example or a link has brought to the tab are not used here.`));
}

// --- scoring ----------------------------------------------------------------------------------------------------------

function say(text) {
  const said = nodes.working?.querySelector(".note");
  if (said) said.textContent = text;
}

function given() {
  const refs = of("reference");
  return {
    metrics: about.metrics.filter((metric) => chosen.has(metric.key)).map((metric) => ({ metric: metric.key, options: ownOptions(metric.key) })),
    systems: of("system").map((file) => ({ name: file.name, hyps: file.lines })),
    refs: refs[0].lines.map((_, at) => refs.flatMap((file) => file.lines[at])),
  };
}

function working(kind, label) {
  const bar = h("progress", { max: "1", value: "0", "aria-label": label });
  const said = h("span", { className: "note num" }, scorer.ready ? "Starting …" : "Starting a Python for files …");
  fill(nodes.working, h("div", { className: "working" }, h("span", {}, label), bar, said, h("button", { type: "button", id: `stop-${kind}`, onclick: () => scorer.stop(kind) }, "Cancel")));
  let begun = 0;
  return ({ done, of: whole }) => {
    begun ||= performance.now();
    const seconds = (performance.now() - begun) / 1000;
    bar.value = done / whole;
    said.textContent = `${Math.floor((100 * done) / whole)} %${seconds > 3 && done ? left((seconds * (whole - done)) / done) : ""}`;
  };
}

// What is left at the pace so far, as roughly as it is known.
const left = (seconds) => (seconds > 90 ? ` · about ${Math.round(seconds / 60)} minutes left` : seconds > 1 ? ` · about ${seconds > 20 ? 10 * Math.round(seconds / 10) : Math.round(seconds)} s left` : "");

function showNotice(message) {
  fill(nodes.out, h("p", { className: "notice" }, message));
  announce(message);
}

// The errors that people marked; what is wrong with them is said, and keeps no score back.
async function marks() {
  const given_ = of("marks");
  if (!given_.length) return null;
  say("Marked errors …");
  try {
    const sent = await Promise.all(given_.map(async ({ name, file }) => ({ name, base64: await base64(file) })));
    return marksOf(await scorer.ask("marked", "marked", { files: sent, names: of("system").map((file) => file.own) }), given_.map((file) => file.name));
  } catch (error) {
    if (error instanceof Superseded || error instanceof Stopped) throw error;
    return { ...marksOf({ notes: [], marked: [] }, []), problem: error.message };
  }
}

async function run() {
  const asked = given();
  if (!asked.metrics.length) return showNotice("Choose at least one metric.");
  const texts = { ...asked, sources: of("source")[0]?.lines ?? null, documents: of("document")[0]?.lines ?? null };
  fill(nodes.out);
  nodes.running = true;
  const held = document.activeElement === nodes.score;
  nodes.score.disabled = true;
  const begun = performance.now();
  try {
    const progress = working("corpus", "Scoring");
    if (held) nodes.working.querySelector("button").focus();
    const report = await scorer.ask("corpus", "corpus", asked, progress);
    const seconds = (performance.now() - begun) / 1000;
    texts.marks = await marks();
    const groups = texts.documents && (await scorer.ask("groups", "groups", { labels: texts.documents }));
    showScores(nodes.out, { report, texts, groups, seconds, engine: main, scorer, carry });
    if (texts.refs.length < 2) return;
    showComparison(nodes.out, await scorer.ask("compare", "compare", {}, working("compare", "Intervals and p-values")));
  } catch (error) {
    if (error instanceof Superseded) return;
    const message = error instanceof Stopped ? "Cancelled." : error.message;
    if (nodes.out.querySelector("#corpus-scores")) announce(message);
    else showNotice(message);
  } finally {
    const waiting = nodes.working.contains(document.activeElement);
    nodes.running = false;
    nodes.score.disabled = !scorable(); // files may have gone meanwhile
    if (waiting) nodes.score.focus();
    fill(nodes.working);
  }
}
