// Scores of systems under metrics, as the report begins: who is best, in a sentence; then systems with their intervals on
// one axis, pairs, documents and segments.
import { announce, counted, download, fill, fixed, h, note, signed, svg, table } from "./dom.mjs";
import { segmentTable } from "./segments.mjs";
import { waysOf } from "./state.mjs";

export function showScores(node, { report, texts, groups, seconds, carry, scorer }) {
  const systems = report.systems;
  const values = systems[0].scores.map((_, m) => systems.map((system) => Float64Array.from(system.segments, (row) => row.scores[m].value)));
  const segments = segmentTable({ report, texts, values, carry, ranked: ranked(report, texts).map((system) => systems.indexOf(system)) });
  const base = systems.length === 1 ? systems[0].name : "systems";
  const json = h("button", { id: "download-json", disabled: texts.refs.length > 1, onclick: () => download(`${base}.json`, "application/json", JSON.stringify(node.comparisons ? { ...report, comparisons: node.comparisons } : report, null, 1)) }, "Download JSON");
  const refs = new Set(texts.refs.map((one) => one.length));
  fill(node,
    h("section", { class: "card verdict", "aria-label": "Corpus scores" },
      h("p", { class: "note num" }, [counted(systems.length, "system"), counted(texts.refs.length, "segment"), refs.size > 1 ? "several references" : counted([...refs][0], "reference"), `${seconds.toFixed(1)} s`].join(" · ")),
      h("h3", { id: "verdict" }, "Scores"), h("div", { id: "lede", class: "lede" }),
      (report.notes ?? []).map((note) => h("p", { class: "advice" }, note)),
      h("div", { id: "corpus-table" }, scoreTable(report, texts, null)),
      h("div", { id: "pairs" }),
      h("ul", { class: "signatures" }, systems[0].scores.map((score) => h("li", {}, h("code", {}, score.signature)))),
      h("div", { class: "row" },
        h("button", { id: "download-tsv", onclick: () => download(`${base}.tsv`, "text/tab-separated-values", toTsv(report, texts)) }, "Download TSV"),
        json, reportButton(scorer, texts, base),
        h("span", { class: "note", id: "json-why" }, json.disabled && "JSON waits for the intervals and tests."))),
    groups && documentTable(report, groups, segments.ofDocument), segments.node);
  Object.assign(node, { report, texts, comparisons: null });
  announce(`Scored: ${systems.map((system) => `${system.name} ${system.scores.map((score) => `${score.name} ${fixed(score.percent, 2)}`).join(", ")}`).join("; ")}.`);
}

// The report is made by Bolide itself, in the Python that has measured the files.
function reportButton(scorer, texts, base) {
  return h("button", { id: "download-report", onclick: async ({ currentTarget: button }) => {
    button.disabled = true;
    const words = button.textContent;
    try {
      const about = { sources: texts.sources, documents: texts.documents, strata: texts.strata };
      const html = await scorer.ask("report", "report", about, ({ done, of }) => (button.textContent = `Making the report: ${Math.floor((100 * done) / of)} %`));
      download(`${base}.html`, "text/html", html);
    } catch (error) {
      announce(error.message);
      button.after(h("span", { class: "note" }, error.message));
    } finally {
      button.textContent = words;
      button.disabled = false;
    }
  } }, "Download the report (HTML)");
}

// --- intervals and p-values -------------------------------------------------------------------------------------------

// The comparison is there, or will not come: it was cancelled, or failed.
export function showComparison(node, compared, why = "") {
  node.querySelector("#download-json").disabled = false;
  node.querySelector("#json-why").textContent = compared ? "" : `${why} Scores and JSON are without intervals and tests.`;
  if (!compared) return;
  const { title, sentences, comparisons } = compared;
  node.comparisons = comparisons;
  node.querySelector("#verdict").textContent = title;
  fill(node.querySelector("#lede"), sentences.map((sentence) => h("p", {}, sentence)));
  fill(node.querySelector("#corpus-table"), scoreTable(node.report, node.texts, comparisons));
  if (comparisons[0].pairs.length) fill(node.querySelector("#pairs"), pairTable(comparisons));
  announce(`${title}.`);
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const letter = (cluster) => LETTERS[cluster - 1] ?? String(cluster);

// Systems in the order of the first metric, best first.
const ranked = (report, texts) => [...report.systems].sort((one, other) => waysOf(texts)[0] * (other.scores[0].value - one.scores[0].value));

function scoreTable(report, texts, comparisons) {
  const names = report.systems[0].scores.map((score) => score.name);
  const ways = waysOf(texts);
  const axes = comparisons?.map(axisOf) ?? [];
  const head = names.flatMap((name, m) => [
    [name, "num", [name, ways[m] < 0 && h("span", { role: "img", "aria-label": "lower is better", title: "lower is better" }, " ↓")]],
    ...(axes[m] ? [["", "whisker", `95 %, ${axes[m].map((end) => fixed(end, 1)).join(" to ")}`]] : [])]);
  const rows = ranked(report, texts).map((system) => [system.name, ...system.scores.flatMap((score, m) => {
    const found = comparisons?.[m].systems.find((one) => one.system === system.name);
    return [[h("span", { class: `value${found?.cluster === 1 ? " best" : ""}`, title: score.signature }, fixed(score.percent, 2)),
      found?.cluster && h("span", { class: "cluster" }, h("span", { class: "visually-hidden" }, " cluster "), letter(found.cluster))],
    ...(axes[m] ? [whisker(found, axes[m])] : [])];
  })]);
  const clustered = comparisons?.[0].pairs.length > 0;
  return h("div", {},
    table("Table of corpus scores", [["system"], ...head], rows, { id: "corpus-scores", class: names.length > 4 ? "many" : "" }),
    comparisons?.[0].notes.length > 0 && h("p", { class: "advice" }, comparisons[0].notes.join(" ")),
    comparisons?.[0].systems[0].interval && note(`Lines: 95 % intervals from ${counted(comparisons[0].plan.resamples, "resample")} of ${drawn(comparisons[0])}.${clustered ? " Systems with the same letter are not significantly different; A is the best." : ""}`));
}

const drawn = ({ units, segments }) => (units?.unit === "document" ? `${counted(units.count, "document")} (effectively ${Math.round(units.effective)})` : counted(segments, "segment")) + (units?.strata ? `, drawn within ${units.strata} strata` : "");

// The ends of a metric's axis, which all systems share; null where there are no intervals.
function axisOf({ systems }) {
  if (!systems[0].interval) return null;
  const ends = systems.flatMap(({ interval }) => [100 * interval.low, 100 * interval.high]);
  return [Math.min(...ends), Math.max(...ends)];
}

function whisker({ value, interval }, [low, high]) {
  const at = (score) => 5 + (90 * (100 * score - low)) / (high - low || 1);
  const words = `[${fixed(100 * interval.low, 2)}, ${fixed(100 * interval.high, 2)}]`;
  return h("span", { title: words }, svg("svg", { viewBox: "0 0 100 14", "aria-hidden": "true" },
    svg("path", { d: `M${at(interval.low)} 7H${at(interval.high)}`, "vector-effect": "non-scaling-stroke" }), svg("circle", { cx: at(value), cy: 7, r: 3.5 })),
    h("span", { class: "interval visually-hidden" }, words));
}

const probability = (p) => (p < 0.001 ? "< 0.001" : fixed(p, 3));

function pairTable(comparisons) {
  const rows = comparisons.flatMap((comparison) => comparison.pairs.map((pair) => ({ class: pair.significant ? "significant" : null, cells: [
    comparison.metric, `${pair.a} − ${pair.b}`, h("strong", {}, signed(100 * pair.difference, 2)), `[${signed(100 * pair.interval[0], 2)}, ${signed(100 * pair.interval[1], 2)}]`,
    probability(pair.p_corrected), [pair.outcome, pair.remark && note(pair.remark)], `${pair.wins} / ${pair.ties} / ${pair.losses}`] })));
  const { plan } = comparisons[0];
  const head = [["metric"], ["better − worse"], ["difference", "num"], ["95 % simultaneous", "num"], ["p", "num"], ["verdict"], ["wins / ties / losses", "num"]];
  return h("details", { class: "pairs", open: rows.length <= 6 }, h("summary", {}, "Differences between systems"),
    table("Table of differences", head, rows, { id: "pair-table" }),
    note(`Approximate randomisation, ${counted(plan.trials, "exchange")}, seed ${plan.seed}; p-values with Holm’s correction, significant if p ≤ ${plan.alpha}; the test decides, and the intervals hold for all pairs at once. The same numbers as “bolide compare”. A positive difference is in favour of the first system.`));
}

// --- documents --------------------------------------------------------------------------------------------------------

function documentTable(report, groups, choose) {
  const names = report.systems[0].scores.map((score) => score.name);
  const rows = (metric) => groups.map((group) => ({ cells: [h("button", { class: "link", onclick: () => choose(group.label) }, group.label || "(none)"), group.segments.toLocaleString("en"), ...group.scores[metric].map((value) => fixed(value, 2))] }));
  const made = table("Table of documents", [["document"], ["segments", "num"], ...report.systems.map((system) => [system.name, "num"])], rows(0));
  made.classList.add("tall");
  return h("details", { class: "card", id: "documents" }, h("summary", {}, `Documents (${groups.length.toLocaleString("en")})`),
    names.length > 1 && h("label", { class: "row" }, "Metric", h("select", { onchange: ({ target }) => made.show(rows(Number(target.value))) }, names.map((name, k) => h("option", { value: String(k) }, name)))), made);
}

// --- download ---------------------------------------------------------------------------------------------------------

// Tabs and line ends cannot be part of a field: they become spaces there. What a spreadsheet would run as a formula
// begins with an apostrophe, which makes it text.
const field = (text) => {
  const flat = String(text).replaceAll(/[\t\r\n]/g, " ");
  return /^\s*[=+\-@]/.test(flat) && Number.isNaN(Number(flat)) ? `'${flat}` : flat;
};

function toTsv(report, texts) {
  const systems = report.systems;
  const most = Math.max(...texts.refs.map((refs) => refs.length));
  const extra = ["documents", "sources"].filter((name) => texts[name]);
  const head = ["line", ...extra.map((name) => name.slice(0, -1)), ...systems.flatMap((system) => system.scores.map((score) => `${system.name}:${score.name}`)), ...systems.map((system) => `${system.name}:text`), ...Array.from({ length: most }, (_, k) => `reference:${k + 1}`)];
  const rows = texts.refs.map((refs, at) => [at + 1, ...extra.map((name) => texts[name][at]), ...systems.flatMap((system) => system.segments[at].scores.map((score) => score.value)), ...texts.systems.map((system) => system.hyps[at]), ...Array.from({ length: most }, (_, k) => refs[k] ?? "")]);
  return [head, ...rows].map((row) => row.map(field).join("\t")).join("\n") + "\n";
}
