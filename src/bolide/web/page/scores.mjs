// Scores of systems under metrics, as the report begins: who is best, in a sentence; then systems with their intervals on
// one axis, pairs, documents and segments.
import { adviceOn, announce, choice, counted, download, fill, fixed, h, signature, table, written } from "./dom.mjs";
import { segmentTable } from "./segments.mjs";
import { waysOf } from "./state.mjs";

export function showScores(node, { report, texts, groups, seconds, carry, scorer, use }) {
  const systems = report.systems;
  const segments = segmentTable({ report, texts, carry, ranked: ranked(report, texts).map((system) => systems.indexOf(system)) });
  const base = systems.length === 1 ? systems[0].name : "systems";
  const json = h("button", { id: "download-json", disabled: texts.refs.length > 1, onclick: () => download(`${base}.json`, "application/json", JSON.stringify(node.comparisons ? { ...report, comparisons: node.comparisons } : report, null, 1)) }, "Download JSON");
  const { sources, documents, strata } = texts;
  const refs = new Set(texts.refs.map((one) => one.length));
  fill(node,
    h("section", { class: "card verdict", "aria-label": "Corpus scores" },
      h("p", { class: "note num" }, [counted(systems.length, "system"), counted(texts.refs.length, "segment"), refs.size > 1 ? "several references" : counted([...refs][0], "reference"), `${seconds.toFixed(1)} s`].join(" · ")),
      h("h3", { id: "verdict" }, "Scores"), h("div", { id: "lede", class: "lede" }),
      (report.notes ?? []).map((note) => adviceOn(note, report.suited?.[note], use)),
      h("div", { id: "corpus-scores" }, scoreTable(report, texts)),
      h("div", { id: "pairs" }),
      h("ul", { class: "signatures" }, systems[0].scores.map((score) => h("li", {}, signature(score.signature)))),
      h("div", { class: "row" },
        maker(scorer, "tsv", { sources, documents }, [`${base}.tsv`, "text/tab-separated-values"], "Download TSV"), json,
        maker(scorer, "report", { sources, documents, strata }, [`${base}.html`, "text/html"], "Download the report (HTML)"),
        h("span", { class: "note", id: "json-why" }, json.disabled && "Downloads wait for the intervals and tests."))),
    groups && documentTable(report, groups, segments.ofDocument), segments.node);
  node.comparisons = null;
  announce(`Scored: ${systems.map((system) => `${system.name} ${system.scores.map((score) => `${score.name} ${fixed(score.points, 2)}`).join(", ")}`).join("; ")}.`);
}

// A file that Bolide itself makes, in the Python that has measured the texts.
function maker(scorer, method, given, [name, type], label) {
  return h("button", { id: `download-${method}`, onclick: async ({ currentTarget: button }) => {
    button.disabled = true;
    try {
      download(name, type, await scorer.ask(method, method, given, ({ done, of }) => (button.textContent = `${label}: ${Math.floor((100 * done) / of)} %`)));
    } catch (error) {
      announce(error.message);
      button.after(h("span", { class: "note" }, error.message));
    } finally {
      button.textContent = label;
      button.disabled = false;
    }
  } }, label);
}

// --- intervals and p-values -------------------------------------------------------------------------------------------

// The comparison is there, or will not come: it was cancelled, or failed.
export function showComparison(node, compared, why = "") {
  node.querySelector("#download-json").disabled = false;
  node.querySelector("#json-why").textContent = compared ? "" : `${why} Scores and JSON are without intervals and tests.`;
  if (!compared) return;
  const { title, sentences, systems, pairs, comparisons } = compared;
  node.comparisons = comparisons;
  node.querySelector("#verdict").textContent = title;
  fill(node.querySelector("#lede"), sentences.map((sentence) => h("p", {}, sentence)));
  fill(node.querySelector("#corpus-scores"), written(systems));
  if (pairs) fill(node.querySelector("#pairs"), h("details", { class: "pairs", open: comparisons[0].pairs.length <= 6 }, h("summary", {}, "Differences between systems"), written(pairs)));
  announce(`${title}.`);
}

// Systems in the order of the first metric, best first.
const ranked = (report, texts) => [...report.systems].sort((one, other) => waysOf(texts)[0] * (other.scores[0].value - one.scores[0].value));

// The scores until their intervals are there.
const scoreTable = (report, texts) => table("Table of corpus scores", [["system"], ...report.systems[0].scores.map(({ name }) => [name, "num"])],
  ranked(report, texts).map((system) => [system.name, ...system.scores.map((score) => h("span", { class: "value", title: score.signature }, fixed(score.points, 2)))]), { class: "systems" });

// --- documents --------------------------------------------------------------------------------------------------------

function documentTable(report, groups, choose) {
  const names = report.systems[0].scores.map((score) => score.name);
  const rows = (metric) => groups.map((group) => ({ cells: [h("button", { class: "link", onclick: () => choose(group.label) }, group.label || "(none)"), group.segments.toLocaleString("en"), ...group.scores[metric].map((value) => fixed(value, 2))] }));
  const made = table("Table of documents", [["document"], ["segments", "num"], ...report.systems.map((system) => [system.name, "num"])], rows(0));
  made.classList.add("tall");
  return h("details", { class: "card", id: "documents" }, h("summary", {}, `Documents (${groups.length.toLocaleString("en")})`),
    names.length > 1 && choice("Metric", names, 0, (metric) => made.show(rows(metric)), { class: "row" }), made);
}
