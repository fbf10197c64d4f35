// Where the systems differ: groups of segments, and n-grams that one gets and the other misses. Each opens its segments.
const FEW = 14;

function drawWhere(section) {
  clear(section);
  const two = state.b !== null;
  const [a, b] = [summary.systems[state.a], two ? summary.systems[state.b] : ""];
  put(section, [
    el("h2", { id: "where" }, two ? ["Where ", name(a), " and ", name(b), " differ, in "] : ["Where, in "], name(metric().name)),
    el("p", { class: "note" }, two ? ["Bars to the right: ", name(a), " is better; to the left: ", name(b), ". "] : "", two ? "Lines: 95 % intervals; documents are in the order of what these leave of the lead. " : "", "Click a group to see its segments."),
    el("div", { class: "columns" }, ["length", "human", "label", "document"].map((kind) => summary.groups.findIndex(({ name }) => name === kind)).filter((g) => g >= 0).map((g) => groupTable(summary.groups[g], g)), summary.word_accuracy?.labels.length && wordTable(summary.word_accuracy)),
  ]);
  if (two && summary.ngram_gains) put(section, [gained()]);
}

function groupTable(group, g) {
  const found = group.metrics[state.metric];
  const pair = pairPlace();
  const digits = digitsOf(metric());
  const sign = pair?.turned ? -1 : 1;
  const rows = group.labels.map((label, k) => {
    const ends = pair && found.intervals[k]?.[pair.at];
    return {
      label, k, size: group.sizes[k], scores: found.scores[k],
      lead: pair ? sign * found.leads[k][pair.at] : found.scores[k][state.a],
      interval: ends ? (sign < 0 ? [-ends[1], -ends[0]] : ends) : null,
    };
  });
  if (["document", "label"].includes(group.name)) rows.sort((x, y) => certain(y) - certain(x) || y.lead - x.lead);
  const holder = el("figure", { class: `where of-${group.name}`, role: "group", "aria-label": group.title });
  const [above, body] = [el("div"), el("tbody")];
  const fill = (all) => {
    const some = all || rows.length <= FEW ? rows : [...rows.slice(0, FEW / 2), ...rows.slice(-FEW / 2)];
    const range = scaleOf(some.flatMap((row) => [row.lead, ...(row.interval ?? [])]), innerWidth < 1800 ? PLOT.width : 150);
    put(clear(above), [axis(range, pair ? `lead in ${metric().name}` : metric().name, pair !== null)]);
    put(clear(body), [some.map((row) => groupRow(group, g, row, range, digits))]);
  };
  fill(false);
  put(holder, [
    el("h3", {}, shown(group.title)),
    scrolled(group.title, el("table", {},
      headCells([group.name === "human" ? "people’s score" : group.name], ["segments", "num"], [above, "plot"], [pair ? "lead" : "score", "num"], ...(pair ? ofBoth((s) => name(summary.systems[s])) : []), ...(ratiosOf(group) ? ofBoth((s) => ["length ratio of ", name(summary.systems[s])]) : [])),
      body)),
    rows.length > FEW && el("button", { type: "button", onclick: (event) => { fill(true); event.target.remove(); } }, `show all ${rows.length}`),
  ]);
  return holder;
}

// The systems that the page is about, and a numeric column for each.
const both = () => (state.b === null ? [state.a] : [state.a, state.b]);
const ofBoth = (head) => both().map((s) => [head(s), "num"]);

// Lengths of outputs relative to those of references, [group][system], by length of the reference.
const ratiosOf = (group) => group.name === "length" && summary.length_ratios;

// Words by how often the references have them: what each system gets right of them.
function wordTable({ labels, in_references: wanted, systems }) {
  const leads = systems.map((bucket) => bucket[state.a][2] - (bucket[state.b]?.[2] ?? 0));
  const range = scaleOf(leads, innerWidth < 1800 ? PLOT.width : 150);
  const title = "Words by frequency in the references";
  return el("figure", { class: "where of-words", role: "group", "aria-label": title }, el("h3", {}, title),
    scrolled(title, el("table", {},
      headCells(["frequency"], ["words", "num"], [axis(range, state.b === null ? "F1" : "lead in F1", state.b !== null), "plot"], ...ofBoth((s) => ["F1 of ", name(summary.systems[s])]), ...ofBoth((s) => ["precision / recall of ", name(summary.systems[s])])),
      el("tbody", {}, systems.map((bucket, k) => el("tr", {}, el("th", { scope: "row" }, labels[k]), el("td", { class: "num dim" }, number(wanted[k], true)),
        el("td", { class: "plot" }, plotRow(range, barOf(range, leads[k], null))),
        both().map((s) => el("td", { class: "num" }, fixed(bucket[s][2], 1))), both().map((s) => el("td", { class: "num dim" }, `${fixed(bucket[s][0], 1)} / ${fixed(bucket[s][1], 1)}`))))))));
}

// What an interval leaves of a lead: its end nearer to zero, or 0 if it includes zero; few segments leave little.
function certain({ lead, interval }) {
  if (!interval) return state.b === null ? lead : 0;
  return interval[0] > 0 ? interval[0] : Math.min(0, interval[1]);
}

function groupRow(group, g, row, range, digits) {
  const pair = state.b !== null;
  const chosen = state.filter?.kind === "group" && state.filter.g === g && state.filter.k === row.k;
  return el("tr", { class: chosen ? "chosen" : "" },
    el("th", { scope: "row" }, el("button", { type: "button", class: "plainbutton", "aria-pressed": String(chosen),
      title: shown(row.label), onclick: () => openSegments(chosen ? null : { kind: "group", g, k: row.k, label: row.label }) }, name(row.label))),
    el("td", { class: "num dim" }, row.size.toLocaleString("en")),
    el("td", { class: "plot" }, plotRow(range, barOf(range, row.lead, row.interval))),
    el("td", { class: "num" }, pair ? signed(row.lead, digits) : fixed(row.lead, digits)),
    pair && both().map((s) => el("td", { class: "num dim" }, fixed(row.scores[s], digits))),
    ratiosOf(group) && both().map((s) => el("td", { class: "num dim" }, fixed(ratiosOf(group)[row.k][s], 3))));
}

function gained() {
  const pair = pairPlace();
  const sides = summary.ngram_gains.pairs[pair.at];
  const [ours, theirs] = pair.turned ? [sides[1], sides[0]] : sides;
  const [a, b] = [summary.systems[state.a], summary.systems[state.b]];
  return el("div", { class: "of-grams" }, gramTable(ours, a, b, pair.turned), gramTable(theirs, b, a, !pair.turned));
}

function gramTable(grams, better, worse, turned) {
  if (!grams.length) return el("div");
  return el("div", {},
    el("h3", {}, "N-grams that ", name(better), " gets and ", name(worse), " misses"),
    scrolled(`n-grams that ${shown(better)} gets`, el("table", { class: "grams" },
      headCells(["n-gram"], ["in references", "num"], [name(better), "num"], [name(worse), "num"], ["segments", "num"]),
      el("tbody", {}, grams.map((gram) => {
        const [mine, other] = turned ? [gram.b, gram.a] : [gram.a, gram.b];
        const chosen = state.filter?.kind === "gram" && state.filter.words === gram.words && state.filter.better === better;
        return el("tr", { class: chosen ? "chosen" : "" },
          el("th", { scope: "row" }, el("button", { type: "button", class: "plainbutton", "aria-pressed": String(chosen),
            onclick: () => openSegments(chosen ? null : { kind: "gram", words: gram.words, better, segments: new Set(gram.segments), label: `“${gram.words}” by ${better} alone` }) }, said(gram.words))),
          [gram.wanted, mine, other, gram.segments.length].map((count, k) => el("td", { class: k < 2 ? "num" : "num dim" }, number(count, true))));
      })))));
}

function openSegments(filter) {
  change({ filter });
  if (filter) document.getElementById("segments").scrollIntoView({ block: "start" });
}
