// The segments: sorted, searched and filtered as numbers; only the rows that are seen are drawn.
const ROW = 41;
let order = [];
let texts = null; // for searching and for the last column, when they are unpacked

function listed() { return order; }

const SORTS = {
  line: { label: "line", key: (s) => s, up: true },
  influence: { label: "influence on the score", key: (s) => influenceOf(s) },
  lead: { label: "lead", key: (s) => better(metric()) * (scoreOf(state.a, s) - (state.b === null ? 0 : scoreOf(state.b, s))) },
  disagreement: { label: "disagreement of the metrics", key: (s) => numbers.disagreements?.[state.a][s] ?? 0 },
  length: { label: "length", key: (s) => numbers.lengths[s] },
  a: { label: "score", key: (s) => scoreOf(state.a, s) },
  b: { label: "score of the other", key: (s) => (state.b === null ? 0 : scoreOf(state.b, s)) },
  human: { label: "people’s score", key: (s) => numbers.human?.[state.a][s] ?? -Infinity },
};

function scoreOf(system, segment) { return numbers.scores[state.metric][system][segment]; }

// What a segment does to the lead of the first system; to its score, where there is one system.
function influenceOf(segment) {
  const found = numbers.influences[state.metric];
  if (!found) return 0;
  return better(metric()) * (found[state.a][segment] - (state.b === null ? 0 : found[state.b][segment]));
}

function sortSegments() {
  const size = summary.segments;
  const keys = new Float64Array(size);
  const { key } = SORTS[state.sort];
  for (let s = 0; s < size; s++) keys[s] = key(s);
  const kept = [];
  const wanted = state.query.trim().toLowerCase();
  for (let s = 0; s < size; s++) if (passes(s) && (!wanted || contains(s, wanted))) kept.push(s);
  const sign = state.down ? -1 : 1;
  kept.sort((x, y) => sign * (keys[x] - keys[y]) || x - y);
  order = kept;
}

function passes(segment) {
  const { filter } = state;
  if (!filter) return true;
  return filter.kind === "group" ? numbers.groups[filter.g][segment] === filter.k : filter.segments.has(segment);
}

function contains(segment, wanted) {
  if (wanted === String(segment + 1)) return true;
  return texts !== null && texts[segment].some((text) => text.includes(wanted));
}

// All texts in small letters, for searching: unpacked when somebody searches.
async function readTexts() {
  if (texts || !summary.texts) return;
  const found = [];
  for (let k = 0; k * summary.batch_size < summary.segments; k++) {
    const batch = await part(`batch-${k}`);
    for (const [source, refs, hyps] of batch.texts) found.push([...(source === 0 ? [] : [source]), ...refs, ...hyps].map((text) => text.toLowerCase()));
  }
  texts = found;
}

function columnsOf() {
  const digits = digitsOf(metric());
  const two = state.b !== null;
  return [
    { sort: "line", width: "4rem", kind: "num", head: "line", cell: (s) => el("a", { href: addressOf({ segment: s }) }, s + 1) },
    { sort: "influence", width: "9.5rem", head: two ? "influence on the lead" : "influence on the score", cell: (s) => barAndNumber(influenceOf(s), furthest.influence, 3) },
    { sort: "a", width: "5.5rem", kind: "num is-a", head: name(summary.systems[state.a]), cell: (s) => fixed(scoreOf(state.a, s), digits) },
    { sort: "b", width: "5.5rem", kind: "num is-b", head: two ? name(summary.systems[state.b]) : "", skip: !two, cell: (s) => fixed(scoreOf(state.b, s), digits) },
    { sort: "lead", width: "9rem", head: "lead", skip: !two, cell: (s) => barAndNumber(SORTS.lead.key(s), furthest.lead, digits) },
    { sort: "disagreement", width: "4.5rem", kind: "num", head: "metrics differ (σ)", skip: !numbers.disagreements, cell: (s) => fixed(numbers.disagreements[state.a][s], 2) },
    { sort: "human", width: "5.5rem", kind: "num", head: summary.human ? name(summary.human.name) : "", skip: !numbers.human, cell: (s) => fixed(numbers.human[state.a][s], 1) },
    { sort: "length", width: "3.75rem", kind: "num", head: "words", cell: (s) => numbers.lengths[s] },
    { head: ["output of ", name(summary.systems[state.a])], skip: !summary.texts, cell: (s) => textCell(s) },
  ].filter((column) => !column.skip);
}

let furthest = { influence: 1, lead: 1 };

function smallBar(value, most, wide) {
  const half = wide / 2;
  const size = Math.max(value === 0 ? 0 : 1, (Math.abs(value) / (most || 1)) * half);
  return svg("svg", { width: wide, height: 14, "aria-hidden": "true" },
    svg("line", { x1: half, x2: half, y1: 0, y2: 14, class: "zero" }),
    svg("rect", { x: value < 0 ? half - size : half, width: size, y: 2, height: 10, class: value < 0 ? "bar-b" : "bar-a" }));
}

function barAndNumber(value, most, digits) {
  return el("span", { class: "bar-number" }, smallBar(value, most, 64), el("span", {}, signed(value, digits)));
}

function textCell(segment) {
  const holder = el("bdi", { dir: "auto" });
  batchOf(segment).then(([batch, k]) => { holder.textContent = shown(batch.texts[k][2][state.a].slice(0, 400)); }); // more does not fit into a row
  return holder;
}

function drawTable(section) {
  clear(section);
  const holder = el("div", { class: "rows", tabindex: 0, role: "group", "aria-label": "segments" });
  const body = el("tbody");
  const status = el("span", { role: "status", class: "note" });
  const columns = columnsOf();
  const table = el("table", { "aria-rowcount": order.length + 1 },
    el("colgroup", {}, columns.map((column) => { const made = el("col"); if (column.width) made.style.width = column.width; return made; })),
    el("thead", {}, el("tr", {}, columns.map((column) => headCell(column)))), body);
  put(holder, [table]);
  holder.addEventListener("scroll", () => requestAnimationFrame(() => drawRows(holder, body, columns)));
  body.addEventListener("click", (event) => {
    const row = event.target.closest("tr[data-segment]");
    if (row && !event.target.closest("a")) openSegment(Number(row.dataset.segment));
  });
  put(section, [
    el("h2", { id: "segments" }, "Segments"),
    el("p", { class: "note" }, state.b === null ? "Influence: the corpus score with the segment minus the score without it." : ["Influence: the corpus score with the segment minus the score without it. The bars show the effect on the lead: to the right for ", name(summary.systems[state.a]), ", to the left for ", name(summary.systems[state.b]), "."]),
    toolsOf(status), holder,
  ]);
  section.redraw = (fresh) => {
    if (fresh) {
      sortSegments();
      const all = [...Array(summary.segments).keys()];
      furthest = { influence: most(all, influenceOf), lead: most(all, SORTS.lead.key) };
      holder.scrollTop = 0;
    }
    status.textContent = `${order.length === summary.segments ? "" : `${order.length.toLocaleString("en")} of `}${counted(summary.segments, "segment")}`;
    table.setAttribute("aria-rowcount", order.length + 1);
    drawRows(holder, body, columns);
  };
  section.redraw(true);
}

function most(all, key) { return all.reduce((high, s) => Math.max(high, Math.abs(key(s))), 0); }

function headCell(column) {
  if (!column.sort) return el("th", { scope: "col", class: column.kind ?? "" }, column.head);
  const sorted = state.sort === column.sort ? (state.down ? "descending" : "ascending") : null;
  return el("th", { scope: "col", class: column.kind ?? "", "aria-sort": sorted },
    el("button", { type: "button", onclick: () => change(sorted ? { down: !state.down } : { sort: column.sort, down: !SORTS[column.sort].up }) }, column.head));
}

function toolsOf(status) {
  const names = Object.entries(SORTS).filter(([key]) => (key !== "disagreement" || numbers.disagreements) && (key !== "human" || numbers.human) && (state.b !== null || (key !== "lead" && key !== "b")));
  const select = el("select", { onchange: (event) => change({ sort: event.target.value, down: !SORTS[event.target.value].up }) },
    names.map(([key, { label }]) => el("option", { value: key }, labelOf(key, label))));
  select.value = state.sort;
  const search = el("input", { type: "search", value: state.query, placeholder: summary.texts ? "a word, or a line’s number" : "a line’s number", oninput: (event) => searched(event.target.value) });
  const { filter } = state;
  return el("div", { class: "tools" },
    el("label", {}, "sort by", select),
    el("button", { type: "button", onclick: () => change({ down: !state.down }) }, state.down ? "↓ largest first" : "↑ smallest first"),
    el("label", {}, "find", search),
    filter && el("button", { type: "button", onclick: () => change({ filter: null }) }, "✕ ", name(filter.label)),
    status);
}

function labelOf(key, label) {
  if (key === "influence" && state.b !== null) return "influence on the lead";
  if (key === "a") return `score of ${shown(summary.systems[state.a])}`;
  return key === "b" ? `score of ${shown(summary.systems[state.b])}` : label;
}

async function searched(query) {
  state.query = query;
  if (query.trim()) await readTexts();
  if (state.query === query) document.getElementById("segment-table").redraw(true);
}

function drawRows(holder, body, columns) {
  const head = 40;
  const first = Math.max(0, Math.floor((holder.scrollTop - head) / ROW) - 8);
  const last = Math.min(order.length, first + Math.ceil(holder.clientHeight / ROW) + 16);
  const gap = (rows) => { const cell = el("td", { class: "gap", colspan: columns.length }); cell.style.height = `${rows * ROW}px`; return el("tr", { "aria-hidden": "true" }, cell); };
  const focused = document.activeElement?.closest?.("tr[data-segment]")?.dataset.segment;
  clear(body);
  put(body, [first > 0 && gap(first)]);
  for (let k = first; k < last; k++) {
    const s = order[k];
    put(body, [el("tr", { class: s === state.segment ? "row chosen" : "row", "data-segment": s, "aria-rowindex": k + 2 }, columns.map((column) => el("td", { class: column.kind ?? "" }, column.cell(s))))]);
  }
  if (!order.length) put(body, [el("tr", {}, el("td", { class: "empty", colspan: columns.length }, "No segment matches."))]);
  put(body, [last < order.length && gap(order.length - last)]);
  if (focused !== undefined) body.querySelector(`tr[data-segment="${focused}"] a`)?.focus({ preventScroll: true });
}

function openSegment(segment) { location.hash = addressOf({ segment }); }
