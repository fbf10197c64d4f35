// The segments: sorted, searched and filtered as numbers.
let listed = [];
let texts = null; // for searching, when they are unpacked

function scoreOf(system, segment) {
  return numbers.scores[state.metric][system][segment];
}

// What a segment does to the lead of the first system; to its score, where there is one system.
function influenceOf(segment) {
  const found = numbers.influences[state.metric];
  if (!found) return 0;
  const ours = found[state.a][segment];
  return state.b === null ? ours : better(metric()) * (ours - found[state.b][segment]);
}

const leadOf = segment => better(metric()) * (scoreOf(state.a, segment) - scoreOf(state.b, segment));

function passes(segment) {
  const { filter } = state;
  if (!filter) return true;
  return filter.kind === "group" ? numbers.groups[filter.g][segment] === filter.k : filter.segments.has(segment);
}

function contains(segment, wanted) {
  if (wanted === String(segment + 1)) return true;
  return texts !== null && texts[segment].some(text => text.includes(wanted));
}

// All texts in small letters, for searching: unpacked when somebody searches.
async function readTexts() {
  if (texts || !summary.texts) return;
  const found = [];
  for (let k = 0; k * summary.batch_size < summary.segments; k++) {
    const batch = await part(`batch-${k}`);
    for (const [source, refs, hyps] of batch.texts)
      found.push([...(source === 0 ? [] : [source]), ...refs, ...hyps].map(text => text.toLowerCase()));
  }
  texts = found;
}

// Columns by which the segments are sorted, and their texts. A column with `bar` is drawn, too, with so many decimals.
function columnsOf() {
  const digits = digitsOf(metric());
  const two = state.b !== null;
  const score = (sort, system) => ({
    sort,
    width: "5.5rem",
    kind: `num is-${sort}`,
    skip: system === null,
    label: `score of ${shown(summary.systems[system] ?? "")}`,
    head: name(summary.systems[system] ?? ""),
    key: s => scoreOf(system, s)
  });
  const human = summary.human?.name;
  return [
    {
      sort: "line",
      up: true,
      width: "4rem",
      kind: "num",
      label: "line",
      key: s => s,
      cell: s => el("a", { href: addressOf({ segment: s }) }, s + 1)
    },
    {
      sort: "influence",
      width: "9.5rem",
      label: two ? "influence on the lead" : "influence on the score",
      key: influenceOf,
      bar: 3
    },
    score("a", state.a),
    score("b", state.b),
    {
      sort: "lead",
      width: "9rem",
      label: "lead",
      skip: !two,
      key: leadOf,
      bar: digits,
      shown: s =>
        leadShown(
          numbers.scores[state.metric].map(all => all[s]),
          digits
        )
    },
    {
      sort: "disagreement",
      width: "4.5rem",
      kind: "num",
      label: "disagreement of the metrics",
      head: "metrics differ (σ)",
      skip: !numbers.disagreements,
      key: s => numbers.disagreements[state.a][s],
      cell: s => fixed(numbers.disagreements[state.a][s], 2)
    },
    {
      sort: "human",
      width: "5.5rem",
      kind: "num",
      label: "people’s score",
      head: human && name(human),
      skip: !numbers.human,
      key: s => numbers.human[state.a][s] ?? (state.down ? -Infinity : Infinity),
      cell: s => fixed(numbers.human[state.a][s], 2)
    },
    {
      sort: "length",
      width: "3.75rem",
      kind: "num",
      label: "length",
      head: "tokens",
      key: s => numbers.lengths[s],
      cell: s => numbers.lengths[s]
    },
    { head: ["output of ", name(summary.systems[state.a])], kind: "text", skip: !summary.texts, cell: textCell }
  ]
    .filter(column => !column.skip)
    .map(column => {
      const most = column.bar && numbers.lengths.reduce((high, _, s) => Math.max(high, Math.abs(column.key(s))), 0);
      return {
        head: column.label,
        cell: column.bar
          ? s => barAndNumber(column.key(s), most, column.bar, column.shown?.(s))
          : s => fixed(column.key(s), digits),
        ...column
      };
    });
}

function barAndNumber(value, most, digits, written = value) {
  const half = 32;
  const size = Math.max(value === 0 ? 0 : 1, (Math.abs(value) / (most || 1)) * half);
  return el(
    "span",
    { class: "bar-number" },
    svg(
      "svg",
      { width: 2 * half, height: 14, "aria-hidden": "true" },
      svg("line", { x1: half, x2: half, y1: 0, y2: 14, class: "zero" }),
      svg("rect", {
        x: value < 0 ? half - size : half,
        width: size,
        y: 2,
        height: 10,
        class: value < 0 ? "bar-b" : "bar-a"
      })
    ),
    el("span", {}, signed(written, digits))
  );
}

function textCell(segment) {
  const holder = el("bdi", { dir: "auto" });
  batchOf(segment).then(([batch, k]) => {
    // more does not fit into a row
    const text = batch.texts[k][2][state.a];
    holder.textContent = shown(text.length > 400 ? `${text.slice(0, 400)}…` : text);
  });
  return holder;
}

function drawTable(section) {
  const columns = columnsOf();
  const sorts = columns.filter(({ sort }) => sort);
  const { filter } = state;
  const status = el("span", { role: "status", class: "note" });
  const printed = el("p", { class: "note on-paper" });
  const turn = el("button", { onclick: () => change({ down: !state.down }) });
  const pick = choice(
    "sort by",
    sorts.map(({ label }) => label),
    0,
    k => change({ sort: sorts[k].sort, down: !sorts[k].up })
  );
  const table = longTable("segments", {
    class: "rows",
    open: segment => (location.hash = addressOf({ segment })),
    sort: (sort, down) => change({ sort, down })
  });
  put(clear(section), [
    el("h2", { id: "segments" }, "Segments"),
    el(
      "p",
      { class: "note" },
      "Influence: the corpus score with the segment minus the score without it.",
      state.b !== null &&
        el(
          "span",
          { class: "on-screen" },
          " The bars show the effect on the lead: to the right for ",
          name(summary.systems[state.a]),
          ", to the left for ",
          name(summary.systems[state.b]),
          "."
        )
    ),
    printed,
    el(
      "div",
      { class: "tools" },
      pick,
      turn,
      el(
        "label",
        {},
        "find",
        el("input", {
          type: "search",
          value: state.query,
          placeholder: summary.texts ? "a word, or a line’s number" : "a line’s number",
          oninput: event => searched(event.target.value)
        })
      ),
      filter && el("button", { onclick: () => change({ filter: null }) }, "✕ ", name(filter.label)),
      status
    ),
    table.node
  ]);
  section.redraw = fresh => {
    if (!fresh) return table.draw(true);
    const wanted = state.query.trim().toLowerCase();
    const at = sorts.findIndex(({ sort }) => sort === state.sort);
    listed = sortedBy(
      [...numbers.lengths.keys()].filter(s => passes(s) && (!wanted || contains(s, wanted))),
      sorts[at].key,
      state.down
    );
    table.show(columns, listed, { by: state.sort, down: state.down }, s => s === state.segment);
    status.textContent = `${listed.length === summary.segments ? "" : `${listed.length.toLocaleString("en")} of `}${counted(summary.segments, "segment")}`;
    printed.replaceChildren(
      `Of ${counted(listed.length, "segment")}${filter ? ` (${shown(filter.label)})` : ""}, those that were in sight, by ${sorts[at].label}, ${state.down ? "largest" : "smallest"} first.`
    );
    pick.lastChild.value = at;
    turn.textContent = state.down ? "↓ largest first" : "↑ smallest first";
  };
  section.redraw(true);
}

async function searched(query) {
  state.query = query;
  if (query.trim()) await readTexts();
  if (state.query === query) byId("segment-table").redraw(true);
}
