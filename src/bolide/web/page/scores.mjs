// Scores of systems under metrics, with intervals, p-values and the best marked; then documents and segments.
import { announce, counted, download, fill, fixed, h } from "./dom.mjs";
import { segmentTable } from "./segments.mjs";

export function showScores(node, { report, texts, groups, seconds, engine, carry, scorer }) {
  const systems = report.systems;
  const values = systems[0].scores.map((_, m) => systems.map((system) => Float64Array.from(system.segments, (row) => row.scores[m].value)));
  const segments = segmentTable({ report, texts, values, engine, carry });
  const base = systems.length === 1 ? systems[0].name.replace(/\.\w+$/, "") : "systems";
  fill(node,
    h("section", { className: "card", "aria-label": "Corpus scores" },
      h("div", { className: "card-head" }, h("h3", {}, "Scores"), h("span", { className: "note num" }, `${counted(texts.refs.length, "segment")} in ${seconds.toFixed(1)} s`)),
      (report.notes ?? []).map((note) => h("p", { className: "advice" }, note)),
      h("div", { id: "corpus-table" }, scoreTable(report, null)),
      h("div", { id: "pairs" }),
      h("ul", { className: "signatures" }, systems[0].scores.map((score) => h("li", {}, h("code", {}, score.signature)))),
      h("div", { className: "row" },
        h("button", { type: "button", id: "download-tsv", onclick: () => download(`${base}.tsv`, "text/tab-separated-values", toTsv(report, texts)) }, "Download TSV"),
        h("button", { type: "button", id: "download-json", onclick: () => download(`${base}.json`, "application/json", JSON.stringify(node.comparisons ? { ...report, comparisons: node.comparisons } : report, null, 1)) }, "Download JSON"),
        reportButton(scorer, texts, base))),
    groups && documentTable(report, groups, segments.ofDocument), segments.node);
  node.report = report;
  node.comparisons = null;
  announce(`Scored: ${systems.map((system) => `${system.name} ${system.scores.map((score) => `${score.name} ${fixed(score.percent, 2)}`).join(", ")}`).join("; ")}.`);
}

// The report is made by Bolide itself, in the Python that has measured the files.
function reportButton(scorer, texts, base) {
  return h("button", { type: "button", id: "download-report", onclick: async ({ currentTarget: button }) => {
    button.disabled = true;
    const words = button.textContent;
    try {
      const about = { sources: texts.sources, documents: texts.documents };
      const html = await scorer.ask("report", "report", about, ({ done, of }) => (button.textContent = `Making the report: ${Math.floor((100 * done) / of)} %`));
      download(`${base}.html`, "text/html", html);
    } catch (error) {
      announce(error.message);
      button.after(h("span", { className: "note" }, error.message));
    } finally {
      button.textContent = words;
      button.disabled = false;
    }
  } }, "Download the report (HTML)");
}

// --- intervals and p-values -------------------------------------------------------------------------------------------

export function showComparison(node, comparisons) {
  node.comparisons = comparisons;
  fill(node.querySelector("#corpus-table"), scoreTable(node.report, comparisons));
  if (comparisons[0].pairs.length) fill(node.querySelector("#pairs"), pairTable(comparisons));
}

const lower = (comparison) => !comparison?.higher_is_better;

// The best system and those that cannot be told from it; nobody knows before the systems are compared.
const best = (comparison) => new Set(comparison?.pairs.length ? comparison.clusters[0] : []);

function scoreTable(report, comparisons) {
  const names = report.systems[0].scores.map((score) => score.name);
  const firsts = names.map((_, m) => best(comparisons?.[m]));
  const head = names.map((name, m) => h("th", { scope: "col", className: "num" }, name, comparisons && lower(comparisons[m]) && h("span", { role: "img", "aria-label": "lower is better", title: "lower is better" }, " ↓")));
  const rows = report.systems.map((system) => h("tr", {}, h("th", { scope: "row" }, system.name), system.scores.map((score, m) => cell(system.name, score, comparisons?.[m], firsts[m].has(system.name)))));
  const clustered = comparisons?.[0].pairs.length > 0;
  return h("div", {},
    h("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "Table of corpus scores" },
      h("table", { id: "corpus-scores" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "system"), head)), h("tbody", {}, rows))),
    comparisons && h("p", { className: "note" }, `In brackets: 95 % intervals from ${counted(comparisons[0].plan.resamples, "resample")}.${clustered ? " ★: the best, and those not significantly different from it." : ""}`));
}

function cell(system, score, comparison, first) {
  const found = comparison?.systems.find((one) => one.system === system)?.interval ?? null;
  return h("td", { className: `num strong${first ? " best" : ""}`, title: score.signature },
    h("span", { className: "value" }, fixed(score.percent, 2)), first && h("span", { role: "img", "aria-label": "among the best" }, " ★"),
    found && h("span", { className: "note interval" }, `[${fixed(100 * found.low, 2)}, ${fixed(100 * found.high, 2)}]`));
}

const probability = (p) => (p < 0.001 ? "< 0.001" : fixed(p, 3));

function pairTable(comparisons) {
  const rows = comparisons.flatMap((comparison) => comparison.pairs.map((pair) => h("tr", { className: pair.significant ? "significant" : null },
    h("th", { scope: "row" }, comparison.metric), h("td", {}, `${pair.a} − ${pair.b}`),
    h("td", { className: "num strong" }, signed(100 * pair.difference)), h("td", { className: "num" }, `[${signed(100 * pair.interval[0])}, ${signed(100 * pair.interval[1])}]`),
    h("td", { className: "num" }, probability(pair.p_corrected), pair.significant && h("span", { role: "img", "aria-label": "significant" }, " ✓")),
    h("td", { className: "num" }, `${pair.wins} / ${pair.ties} / ${pair.losses}`))));
  const { plan } = comparisons[0];
  return h("details", { className: "pairs", open: comparisons[0].pairs.length * comparisons.length <= 6 }, h("summary", {}, "Differences between systems"),
    h("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "Table of differences" },
      h("table", { id: "pair-table" }, h("thead", {}, h("tr", {}, ["metric", "better − worse", "difference", "95 %", "p", "wins / ties / losses"].map((name, k) => h("th", { scope: "col", className: k > 1 ? "num" : null }, name)))), h("tbody", {}, rows))),
    h("p", { className: "note" }, `Approximate randomisation, ${counted(plan.trials, "exchange")}, seed ${plan.seed}; p-values with Holm’s correction; ✓ p ≤ ${plan.alpha}. The same numbers as “bolide compare”. A positive difference is in favour of the first system.`));
}

export const signed = (value) => `${value < 0 ? "−" : "+"}${fixed(Math.abs(value), 2)}`;

// --- documents --------------------------------------------------------------------------------------------------------

function documentTable(report, groups, choose) {
  const names = report.systems[0].scores.map((score) => score.name);
  let metric = 0;
  const body = h("tbody");
  const draw = () => fill(body, groups.map((group) => h("tr", {},
    h("th", { scope: "row" }, h("button", { type: "button", className: "link", onclick: () => choose(group.label) }, group.label || "(none)")),
    h("td", { className: "num" }, group.segments.toLocaleString("en")), group.scores[metric].map((value) => h("td", { className: "num" }, fixed(value, 2))))));
  draw();
  return h("details", { className: "card", id: "documents" }, h("summary", {}, `Documents (${groups.length.toLocaleString("en")})`),
    names.length > 1 && h("label", { className: "row" }, "Metric", h("select", { onchange: ({ target }) => (metric = Number(target.value), draw()) }, names.map((name, k) => h("option", { value: String(k) }, name)))),
    h("div", { className: "scroll tall", tabindex: "0", role: "group", "aria-label": "Table of documents" },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "document"), h("th", { scope: "col", className: "num" }, "segments"), report.systems.map((system) => h("th", { scope: "col", className: "num" }, system.name)))), body)));
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
