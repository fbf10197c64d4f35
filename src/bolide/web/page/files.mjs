// Files: candidate files (one a system) and reference files, line by line; corpus scores, segments, downloads.
import { announce, download, fill, fixed, h } from "./dom.mjs";
import { Stopped, Superseded } from "./engine.mjs";
import { framed } from "./result.mjs";
import { segmentTable } from "./segments.mjs";
import { about, changedOptions } from "./state.mjs";

const corpus = { hyps: [], refs: [], metrics: null };
let engine = null;
let carry = null;
let refused = []; // why files of the last choice were not taken
let reads = 0;
let nodes = {};

export function showFiles(node, theEngine, onCarry) {
  engine = theEngine;
  carry = onCarry;
  corpus.metrics = new Set([about.metrics[0].key]);
  nodes = { lists: h("div"), reading: h("div"), out: h("div", { id: "corpus-result" }), working: h("div", { className: "working-slot" }) };
  fill(node,
    h("div", { className: "intro" }, h("h2", {}, "Files"),
      h("p", {}, "Drop a candidate file for each system and one or more reference files. Line 1 is scored against line 1, and so on. The files are read here; nothing is uploaded.")),
    h("div", { className: "drops" }, drop("hyps", "Candidate files", "one file a system"), drop("refs", "Reference files", "one file a set of references")),
    nodes.lists, nodes.reading, choices(), nodes.working, nodes.out);
  lists();
}

function drop(kind, title, note) {
  const id = `files-${kind}`;
  const input = h("input", { type: "file", id, multiple: true, accept: ".txt,.hyp,.ref,.gz,text/plain", className: "visually-hidden", onchange: async ({ target }) => {
    await take(kind, [...target.files]);
    target.value = "";
  } });
  const label = h("label", { className: "drop", for: id }, h("strong", {}, title), h("span", { className: "note" }, note), h("span", { className: "button" }, "Choose files or drop them here"));
  const over = (on) => (event) => {
    event.preventDefault();
    label.classList.toggle("over", on);
  };
  label.addEventListener("dragover", over(true));
  label.addEventListener("dragleave", over(false));
  label.addEventListener("drop", async (event) => {
    over(false)(event);
    await take(kind, [...event.dataTransfer.files]);
  });
  return h("div", { className: "drop-holder" }, input, label);
}

// Python reads the files, so that they are read as on the command line: strict UTF-8, gzip unpacked, the rest refused.
async function take(kind, files) {
  refused = [];
  let added = 0;
  for (const file of files) {
    fill(nodes.reading, h("p", { className: "note" }, `Reading ${file.name} …`));
    try {
      const { lines: found, notice } = await readFile(engine, file);
      corpus[kind].push({ name: file.name, lines: found, notice });
      added++;
    } catch (error) {
      refused.push(error.message);
    }
    lists();
  }
  fill(nodes.reading);
  announce([`${added} ${added === 1 ? "file" : "files"} added.`, ...refused].join(" "));
}

export async function readFile(theEngine, file) {
  return theEngine.ask(`read-${++reads}`, "read", { name: file.name, base64: await base64(file) });
}

export const takeFiles = (files) => take("hyps", files);

function base64(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => reject(new Error(`${file.name} cannot be read: ${reader.error.message}`));
    reader.readAsDataURL(file);
  });
}

function lists() {
  const list = (kind, title) => corpus[kind].length > 0 && h("ul", { className: "file-list", "aria-label": title }, corpus[kind].map((file, place) => h("li", {},
    h("span", { className: "file-name" }, file.name), h("span", { className: "note num" }, `${file.lines.length.toLocaleString("en")} lines`),
    h("button", { type: "button", className: "tool", "aria-label": `Remove ${file.name}`, onclick: () => {
      corpus[kind].splice(place, 1);
      refused = [];
      lists();
    } }, "×"))));
  const problem = mismatch();
  fill(nodes.lists, h("div", { className: "file-lists" }, h("div", {}, list("hyps", "Candidate files")), h("div", {}, list("refs", "Reference files"))),
    refused.map((message) => h("p", { className: "notice refused", role: "alert" }, message)), [...corpus.hyps, ...corpus.refs].filter((file) => file.notice).map(marked),
    problem && h("p", { className: "notice", role: "alert" }, problem));
  if (nodes.score) nodes.score.disabled = !scorable();
}

const scorable = () => !nodes.running && !mismatch() && corpus.hyps.length > 0 && corpus.refs.length > 0;

// A byte-order mark is text until it is taken off.
function marked(file) {
  const drop = () => {
    file.lines[0] = file.lines[0].slice(1);
    file.notice = null;
    lists();
  };
  return h("p", { className: "advice marked", role: "status" }, `${file.notice} `, h("button", { type: "button", onclick: drop }, "Take it off"));
}

function mismatch() {
  const all = [...corpus.hyps, ...corpus.refs];
  if (all.some((file) => !file.lines.length)) return `${all.find((file) => !file.lines.length).name} is empty.`;
  const other = all.find((file) => file.lines.length !== all[0].lines.length);
  return other ? `${all[0].name} has ${all[0].lines.length} lines and ${other.name} has ${other.lines.length}; they must pair up line by line. An empty translation still needs its own empty line.` : null;
}

function choices() {
  const boxes = about.metrics.map((metric) => h("label", { className: "check" },
    h("input", { type: "checkbox", name: "corpus-metric", value: metric.key, checked: corpus.metrics.has(metric.key), onchange: ({ target }) => {
      if (target.checked) corpus.metrics.add(metric.key);
      else corpus.metrics.delete(metric.key);
    } }), metric.name));
  nodes.score = h("button", { type: "button", className: "primary", id: "score-corpus", disabled: true, onclick: run }, "Score the files");
  return h("div", { className: "row corpus-choices" }, h("fieldset", { className: "row" }, h("legend", {}, "Metrics, with the options set on their tabs"), boxes), nodes.score);
}

async function run() {
  const metrics = about.metrics.filter((metric) => corpus.metrics.has(metric.key)).map((metric) => ({ metric: metric.key, options: changedOptions(metric.key) }));
  if (!metrics.length) return fill(nodes.out, h("p", { className: "notice", role: "alert" }, "Choose at least one metric."));
  const given = {
    metrics,
    systems: corpus.hyps.map((file) => ({ name: file.name, hyps: file.lines })),
    refs: corpus.refs[0].lines.map((_, at) => corpus.refs.map((file) => file.lines[at])),
  };
  const bar = h("progress", { max: "1", value: "0", "aria-label": "Segments scored" });
  const said = h("span", { className: "note num" }, "Starting …");
  fill(nodes.working, h("div", { className: "working" }, bar, said, h("button", { type: "button", id: "stop-corpus", onclick: () => engine.stop("corpus") }, "Cancel")));
  fill(nodes.out); // what is shown belongs to the files as they were
  nodes.running = true;
  nodes.score.disabled = true;
  const begun = performance.now();
  try {
    const report = await engine.ask("corpus", "corpus", given, ({ done, of }) => {
      bar.value = done / of;
      said.textContent = `${done.toLocaleString("en")} of ${of.toLocaleString("en")}`;
    });
    await show(report, given, metrics, (performance.now() - begun) / 1000);
  } catch (error) {
    if (error instanceof Superseded) return;
    fill(nodes.out, h("p", { className: "notice", role: "alert" }, error instanceof Stopped ? "Cancelled." : error.message));
  } finally {
    fill(nodes.working);
    nodes.running = false;
    nodes.score.disabled = !scorable(); // files may have gone meanwhile
  }
}

async function show(report, given, metrics, seconds) {
  const names = report.systems[0].scores.map((score) => score.name);
  const rows = report.systems.map((system) => h("tr", {}, h("th", { scope: "row" }, system.name), system.scores.map((score) => h("td", { className: "num strong", title: score.signature }, fixed(score.percent, 2)))));
  const base = given.systems.length === 1 ? given.systems[0].name.replace(/\.\w+$/, "") : "systems";
  const pictures = h("div", { className: "pictures" });
  fill(nodes.out,
    h("section", { className: "card", "aria-label": "Corpus scores" },
      h("div", { className: "card-head" }, h("h3", {}, "Corpus scores"), h("span", { className: "note num" }, `${given.refs.length.toLocaleString("en")} segments in ${seconds.toFixed(1)} s`)),
      h("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "Table of corpus scores" },
        h("table", { id: "corpus-scores" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "system"), names.map((name) => h("th", { scope: "col", className: "num" }, name)))), h("tbody", {}, rows))),
      h("ul", { className: "signatures" }, report.systems[0].scores.map((score) => h("li", {}, h("code", {}, score.signature)))),
      h("div", { className: "row" }, h("button", { type: "button", id: "download-tsv", onclick: () => download(`${base}.tsv`, "text/tab-separated-values", toTsv(report, given)) }, "Download TSV"),
        h("button", { type: "button", id: "download-json", onclick: () => download(`${base}.json`, "application/json", JSON.stringify(report, null, 1)) }, "Download JSON"))),
    pictures, segmentTable(report, given, metrics, engine, carry));
  announce(`Scored: ${report.systems.map((system) => `${system.name} ${system.scores.map((score) => `${score.name} ${fixed(score.percent, 2)}`).join(", ")}`).join("; ")}.`);
  const groups = names.map((name, at) => ({ title: `${name} of the segments`, series: report.systems.map((system) => ({ name: system.name, values: system.segments.map((row) => row.scores[at].value) })) }));
  const drawn = await engine.ask("histogram", "histograms", { groups });
  fill(pictures, drawn.map(framed));
}

// Tabs and line ends cannot be part of a field: they become spaces there. What a spreadsheet would run as a formula
// begins with an apostrophe, which makes it text.
const cell = (text) => {
  const flat = String(text).replaceAll(/[\t\r\n]/g, " ");
  return /^\s*[=+\-@]/.test(flat) && Number.isNaN(Number(flat)) ? `'${flat}` : flat;
};

function toTsv(report, given) {
  const systems = report.systems;
  const head = ["line", ...systems.flatMap((system) => system.scores.map((score) => `${system.name}:${score.name}`)), ...systems.map((system) => `${system.name}:text`), ...given.refs[0].map((_, k) => `reference:${k + 1}`)];
  const rows = given.refs.map((refs, at) => [at + 1, ...systems.flatMap((system) => system.segments[at].scores.map((score) => score.value)), ...given.systems.map((system) => system.hyps[at]), ...refs]);
  return [head, ...rows].map((row) => row.map(cell).join("\t")).join("\n") + "\n";
}
