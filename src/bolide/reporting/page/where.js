// Where the systems differ: groups of segments, and n-grams that one gets and the other misses. Each opens its segments.
const FEW = 14;

function drawWhere(section) {
  clear(section);
  const two = state.b !== null;
  const [a, b] = [summary.systems[state.a], two ? summary.systems[state.b] : ""];
  put(section, [
    el(
      "h2",
      { id: "where" },
      two ? ["Where ", name(a), " and ", name(b), " differ, in "] : ["Where, in "],
      name(metric().name)
    ),
    el(
      "p",
      { class: "note" },
      two ? ["Bars to the right: ", name(a), " is better; to the left: ", name(b), ". "] : "",
      two
        ? `Lines: 95 % intervals${summary.groups.some(isRanked) ? "; documents and labels are in the order of what these leave of the lead" : ""}. `
        : "",
      el("span", { class: "on-screen" }, "Click a group to see its segments.")
    ),
    el(
      "div",
      { class: "columns" },
      ["length", "human", "label", "document"]
        .map(kind => summary.groups.findIndex(({ name }) => name === kind))
        .filter(g => g >= 0)
        .map(g => groupTable(summary.groups[g], g)),
      summary.word_accuracy?.labels.length && wordTable(summary.word_accuracy),
      sharedTable()
    )
  ]);
  if (two && summary.ngram_gains) put(section, [gained()]);
}

const isRanked = group => ["document", "label"].includes(group.name);

// A document or label may be an empty line.
const labelOf = (group, k) => group.labels[k] || "(none)";

function groupTable(group, g) {
  const found = group.metrics[state.metric];
  const pair = pairPlace();
  const digits = digitsOf(metric());
  const sign = pair?.turned ? -1 : 1;
  const rows = group.labels.map((_, k) => {
    const ends = pair && found.intervals[k]?.[pair.at];
    return {
      label: labelOf(group, k),
      k,
      size: group.sizes[k],
      scores: found.scores[k],
      lead: pair ? sign * found.leads[k][pair.at] : found.scores[k][state.a],
      interval: ends ? (sign < 0 ? [-ends[1], -ends[0]] : ends) : null
    };
  });
  if (isRanked(group)) rows.sort((x, y) => certain(y) - certain(x) || y.lead - x.lead);
  const above = el("div");
  const ratios = ratiosOf(group);
  const [holder, copies] = copyable(
    group.title,
    [
      [group.name === "human" ? "people’s score" : group.name],
      ["segments", "num dim"],
      [above, "plot"],
      [pair ? "lead" : "score", "num"],
      ...(pair ? ofBoth(s => name(summary.systems[s])) : []),
      ...(ratios ? ofBoth(s => ["length ratio of ", name(summary.systems[s])]) : [])
    ],
    [],
    { room: 44 }
  );
  const draw = all => {
    const some = all || rows.length <= FEW ? rows : [...rows.slice(0, FEW / 2), ...rows.slice(-FEW / 2)];
    const range = scaleOf(
      some.flatMap(row => [row.lead, ...(row.interval ?? [])]),
      innerWidth < 1800 ? PLOT.width : 150
    );
    put(clear(above), [axis(range, pair ? `lead in ${metric().name}` : metric().name, pair !== null)]);
    holder.show(
      some.map(row => {
        const chosen = state.filter?.kind === "group" && state.filter.g === g && state.filter.k === row.k;
        return {
          class: chosen ? "chosen" : "",
          cells: [
            opener(chosen, { kind: "group", g, k: row.k, label: row.label }, name(row.label), shown(row.label)),
            row.size.toLocaleString("en"),
            plotRow(range, barOf(range, row.lead, row.interval)),
            pair ? signed(leadShown(row.scores, digits), digits) : fixed(row.lead, digits),
            ...(pair ? both().map(s => fixed(row.scores[s], digits)) : []),
            ...(ratios ? both().map(s => fixed(ratios[row.k][s], 3)) : [])
          ]
        };
      })
    );
  };
  draw(false);
  const showAll = () => {
    draw(true);
    more.remove();
  };
  const more = el(
    "div",
    {},
    el("button", { onclick: showAll }, `show all ${rows.length}`),
    el("p", { class: "note on-paper" }, `The first and the last ${FEW / 2} of ${rows.length}.`)
  );
  if (rows.length > FEW) copies.addEventListener("click", showAll, { capture: true, once: true }); // all rows are copied
  return figureOf(
    group.name,
    [findingOf(group.name, rows, pair), group.title],
    holder,
    copies,
    rows.length > FEW && more
  );
}

// What a figure shows, and below it what it is.
const figureOf = (kind, titles, ...children) => {
  const [title, more] = titles.filter(Boolean);
  return el(
    "figure",
    { class: `where of-${kind}`, role: "group", "aria-label": shown(titles.at(-1)) },
    el("h3", {}, shown(title)),
    more && el("p", { class: "note" }, shown(more)),
    children
  );
};

// Who leads in which of the groups, as far as intervals say; without these, in how many the scores are higher.
const NOUNS = { length: "lengths", human: "quarters", label: "labels", document: "documents" };

function findingOf(kind, rows, pair) {
  if (!pair || rows.length < 2) return null;
  const isKnown = rows.some(({ interval }) => interval);
  const [ours, theirs] = [1, -1].map(side => rows.filter(row => side * (isKnown ? certain(row) : row.lead) > 0).length);
  const [verb, noun] = [isKnown ? "leads in" : "scores higher in", NOUNS[kind]];
  if (!ours && !theirs) return isKnown ? `Neither leads in any of the ${rows.length} ${noun}` : null;
  const counts = both()
    .map((s, k) => [summary.systems[s], [ours, theirs][k]])
    .sort(([, one], [, other]) => other - one);
  const [[first, most], [second, least]] = counts;
  return `${first} ${verb} ${most === rows.length ? "all " : `${most} of `}${rows.length} ${noun}${least ? `, ${second} in ${least}` : ""}`;
}

// Outputs that are word for word a reference, or another system's.
function sharedTable() {
  const { same, equal } = numbers;
  if (!same) return null;
  const others = summary.systems.length > 1 ? both() : [];
  const sets = summary.systems.map((_, s) => [
    [equal[s], "a reference"],
    ...others.map(other => [
      other === s ? null : same[s].flatMap((first, k) => (first === same[other][k] ? [k] : [])),
      summary.systems[other]
    ])
  ]);
  if (!sets.flat().some(([found]) => found?.length)) return null;
  const most = Math.max(...equal.map(({ length }) => length));
  const s = equal.findIndex(({ length }) => length === most);
  const title = "Outputs that are word for word the same";
  return figureOf(
    "shared",
    [most > 0 && `${summary.systems[s]} equals a reference in ${counted(most, "segment")}`, title],
    copyable(
      title,
      [["system"], ["as a reference", "num"], ...others.map(other => [["as ", name(summary.systems[other])], "num"])],
      sets.map((cells, k) => [
        name(summary.systems[k]),
        ...cells.map(([found, whose]) => (found === null ? "–" : sharedCell(found, k, whose)))
      ])
    )
  );
}

function sharedCell(found, system, whose) {
  const label = `${summary.systems[system]} as ${whose}`;
  return found.length
    ? opener(
        state.filter?.label === label,
        { kind: "same", segments: new Set(found), label },
        found.length.toLocaleString("en")
      )
    : "0";
}

// The lead of the first system as the difference of the numbers that stand beside it.
const leadShown = (scores, digits) =>
  better(metric()) * both().reduce((lead, s, k) => lead + (k ? -1 : 1) * Number(rounded(scores[s], digits)), 0);

// What opens the segments of a group or an n-gram, or all again.
const opener = (chosen, filter, label, title = null) =>
  el(
    "button",
    {
      class: "plainbutton",
      "aria-pressed": String(chosen),
      title,
      onclick: () => openSegments(chosen ? null : filter)
    },
    label
  );

// The systems that the page is about, and a numeric column for each.
const both = () => (state.b === null ? [state.a] : [state.a, state.b]);
const ofBoth = (head, kind = "num dim") => both().map(s => [head(s), kind]);

// Lengths of outputs relative to those of references, [group][system], by length of the reference.
const ratiosOf = group => group.name === "length" && summary.length_ratios;

// Words by how often the references have them: what each system gets right of them.
function wordTable({ labels, in_references: wanted, systems }) {
  const leads = systems.map(bucket => bucket[state.a][2] - (bucket[state.b]?.[2] ?? 0));
  const range = scaleOf(leads, innerWidth < 1800 ? PLOT.width : 150);
  const title = "Tokens by frequency in the references";
  return figureOf(
    "words",
    [pairPlace() && wordFinding(labels, leads), title],
    copyable(
      title,
      [
        ["frequency"],
        ["tokens", "num dim"],
        [axis(range, state.b === null ? "F1" : "lead in F1", state.b !== null), "plot"],
        ...ofBoth(s => ["F1 of ", name(summary.systems[s])], "num"),
        ...ofBoth(s => ["precision / recall of ", name(summary.systems[s])])
      ],
      systems.map((bucket, k) => [
        labels[k],
        number(wanted[k], true),
        plotRow(range, barOf(range, leads[k], null)),
        ...both().map(s => fixed(bucket[s][2], 1)),
        ...both().map(s => `${fixed(bucket[s][0], 1)} / ${fixed(bucket[s][1], 1)}`)
      ]),
      { room: 44 }
    )
  );
}

function wordFinding(labels, leads) {
  const [a, b] = both().map(s => summary.systems[s]);
  const ours = leads.filter(lead => lead > 0).length;
  return `${2 * ours >= leads.length ? a : b} gets more right at ${Math.max(ours, leads.length - ours)} of ${leads.length} frequencies`;
}

// What an interval leaves of a lead: its end nearer to zero, or 0 if it includes zero; few segments leave little.
function certain({ lead, interval }) {
  if (!interval) return state.b === null ? lead : 0;
  return interval[0] > 0 ? interval[0] : Math.min(0, interval[1]);
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
  const counts = gram => (turned ? [gram.b, gram.a] : [gram.a, gram.b]);
  const [ours, theirs] = counts(grams[0]); // the most surprising
  return figureOf(
    "gram",
    [
      `“${grams[0].words}”: ${better} gets ${ours} of ${grams[0].wanted}, ${worse} ${theirs}`,
      `N-grams that ${better} gets and ${worse} misses`
    ],
    copyable(
      `n-grams that ${shown(better)} gets`,
      [["n-gram"], ["in references", "num"], [name(better), "num"], [name(worse), "num dim"], ["segments", "num dim"]],
      grams.map(gram => {
        const chosen =
          state.filter?.kind === "gram" && state.filter.words === gram.words && state.filter.better === better;
        const [mine, other] = counts(gram);
        return {
          class: chosen ? "chosen" : "",
          cells: [
            opener(
              chosen,
              {
                kind: "gram",
                words: gram.words,
                better,
                segments: new Set(gram.segments),
                label: `“${gram.words}” by ${better} alone`
              },
              said(gram.words)
            ),
            ...[gram.wanted, mine, other, gram.segments.length].map(count => number(count, true))
          ]
        };
      }),
      { class: "grams" }
    )
  );
}

function openSegments(filter) {
  change({ filter });
  if (filter) byId("segments").scrollIntoView({ block: "start" });
}
