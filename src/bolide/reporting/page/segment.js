// One segment: its texts with what is credited, clipped and missing, pictures, and the arithmetic step by step.
let drawing = 0;
let explained = null; // shows a score in a calculator, where there is one: of a metric, a segment, a system

async function drawSegment(section) {
  const turn = ++drawing;
  section.hidden = state.segment === null;
  if (section.hidden) return;
  const [batch, k] = await batchOf(state.segment);
  const texts = batch.texts?.[k] ?? null;
  const evidence = batch.metrics[state.metric] ?? null;
  const systems = both();
  const holder = el("div");
  if (texts) await drawTexts(holder, texts, evidence, k);
  if (turn !== drawing) return;
  put(clear(section), [
    segmentHead(),
    factsOf(state.segment),
    texts ? holder : scoreTable(),
    evidence?.numbers && systems.map(s => equation(s, evidence.numbers[s][k])),
    texts && evidence && figuresOf(texts, evidence, k, systems),
    evidence?.numbers && arithmetic(evidence, k, systems)
  ]);
  section.dataset.shows = state.segment + 1;
}

function segmentHead() {
  const at = listed.indexOf(state.segment);
  const step = (by, label) =>
    el(
      "button",
      { disabled: at < 0 || listed[at + by] === undefined, onclick: () => change({ segment: listed[at + by] }) },
      label
    );
  return el(
    "div",
    { class: "segment-head" },
    el("h2", { id: "segment-title", tabindex: -1 }, `Line ${state.segment + 1}`),
    el(
      "div",
      { class: "nav tools" },
      step(-1, "← previous"),
      step(1, "next →"),
      el(
        "button",
        {
          onclick: () => {
            change({ segment: null });
            byId("segments").scrollIntoView();
          }
        },
        "close"
      )
    )
  );
}

function factsOf(segment) {
  const facts = summary.groups
    .map((group, g) => {
      const k = numbers.groups[g][segment];
      return k < 0 || group.name === "length" ? null : [`${group.name}: `, name(labelOf(group, k))];
    })
    .filter(Boolean);
  const known = numbers.ids ? [["id ", name(numbers.ids[segment])]] : [];
  const joined = [...known, counted(numbers.lengths[segment], "token"), ...facts].flatMap((fact, k) =>
    k ? [" · ", fact] : [fact]
  );
  return el("p", { class: "note" }, joined);
}

function scoresOf(system) {
  const all = summary.metrics.map(
    (one, m) => `${one.name} ${fixed(numbers.scores[m][system][state.segment], digitsOf(one))}`
  );
  const influence = numbers.influences[state.metric]?.[system][state.segment];
  const human = numbers.human?.[system][state.segment];
  if (human !== undefined && human !== null) all.push(`${summary.human.name} ${fixed(human, 2)}`);
  if (influence !== undefined) all.push(`influence on ${metric().name} ${signed(influence, 4)}`);
  return all.join(" · ");
}

function systemName(system) {
  const side = system === state.a ? "a" : system === state.b ? "b" : "";
  return [side && el("span", { class: `key ${side}`, "aria-hidden": "true" }), name(summary.systems[system])];
}

// The metric's first view of the texts, and their tokens as it cuts them.
const viewOf = tokens => [
  metric().views[0],
  tokens[summary.metrics.slice(0, state.metric).reduce((sum, one) => sum + one.views.length, 0)]
];

async function drawTexts(holder, texts, evidence, k) {
  const [, refs, hyps, tokens] = texts;
  const [view, packed] = viewOf(tokens);
  const marks = [];
  if (packed) for (const [s, hyp] of hyps.entries()) marks.push(await marksOf(view, packed, refs, hyp, evidence, s, k));
  put(holder, textList(texts, view, packed, marks));
}

function textList([source, refs, hyps, , errors], view, packed, marks) {
  const list = el("dl", { class: "texts" });
  if (source !== 0) put(list, [el("dt", {}, "source"), el("dd", {}, said(source))]);
  refs.forEach((ref, r) => {
    const label = refs.length > 1 ? `reference ${r + 1}` : "reference";
    const level = marks[state.a]?.refs[r];
    put(list, [
      el("dt", {}, label),
      el("dd", {}, level ? markedText(view, packed[0][r], ref, level, true) : said(ref))
    ]);
  });
  hyps.forEach((hyp, s) => {
    const words = marks[s] ? markedText(view, packed[1][s], hyp, marks[s].hyp, false) : said(hyp);
    put(list, [
      el("dt", {}, systemName(s)),
      el(
        "dd",
        { "data-matches": marks[s]?.matches?.join(" ") },
        words,
        el("span", { class: "scores" }, scoresOf(s)),
        explained &&
          el(
            "button",
            { class: "copy", onclick: () => explained(state.metric, state.segment, s) },
            `explain in ${metric().name}’s calculator`
          ),
        errors?.[s]?.length && el("div", { class: "people" }, markedErrors(hyp, errors[s]))
      )
    ]);
  });
  return [marks.length ? legend(view) : null, list];
}

function legend(view) {
  const what =
    metric().kind === "grams"
      ? "in a credited n-gram, darker for longer ones"
      : metric().kind === "links"
        ? "linked with a word of the other text"
        : "kept";
  return el(
    "p",
    { class: "legend" },
    "Marked by ",
    name(metric().name),
    ": ",
    el("span", { class: "t g g3" }, "words"),
    ` ${what}; `,
    metric().kind === "grams"
      ? [el("span", { class: "t clip" }, "words"), " clipped, more copies than in the reference; "]
      : "",
    el("span", { class: "t miss" }, "words"),
    " of the reference that ",
    name(summary.systems[state.a]),
    " lacks.",
    view.glue ? "" : " Characters are compared."
  );
}

async function marksOf(view, packed, refs, hyp, evidence, s, k) {
  const ours = tokensOf(view, packed[1][s], hyp);
  const theirs = refs.map((ref, r) => tokensOf(view, packed[0][r], ref));
  const chosen = evidence.chosen[s][k];
  const levels = {
    hyp: ours.map(() => 0),
    refs: theirs.map((ref, r) => (chosen < 0 || r === chosen ? ref.map(() => 0) : null))
  };
  if (metric().kind === "grams") {
    const used = chosen < 0 ? theirs : [theirs[chosen]];
    const found = await credit(ours, used, view.columns.length);
    levels.hyp = found.inHyp;
    if (chosen < 0) levels.refs = found.inRefs;
    else levels.refs[chosen] = found.inRefs[0];
    levels.matches = found.matches;
  } else if (metric().kind === "links") {
    for (const link of linksOf(evidence.links[s][k])) {
      for (let n = 0; n < link.m; n++) levels.hyp[link.i + n] = link.stage ? 1 : 3;
      for (let n = 0; n < link.n; n++) levels.refs[chosen][link.j + n] = link.stage ? 1 : 3;
    }
  } else {
    for (const [operation, ours, theirs] of editsOf(evidence.edits[s][k])) {
      if (operation === 0) levels.hyp[ours] = levels.refs[chosen][theirs] = 3;
    }
  }
  return levels;
}

function scoreTable() {
  return copyable(
    "scores of this segment",
    [["system"], ...summary.metrics.map(one => [name(one.name), "num"])],
    summary.systems.map((_, s) => [
      systemName(s),
      ...summary.metrics.map((one, m) => fixed(numbers.scores[m][s][state.segment], digitsOf(one)))
    ])
  );
}

function arithmetic(evidence, k, systems) {
  const { names, arithmetic: lines } = metric();
  return [
    el("h3", {}, name(metric().name), ", step by step"),
    steps(
      lines,
      names,
      systems.map(s => evidence.numbers[s][k]),
      systems,
      true
    )
  ];
}

// A number of the metric's formula, by its name.
const numberOf = (label, value) => number(value, metric().counts.includes(label));

// The last line of the formula with its numbers put in; each leads to the step that computed it.
function equation(system, row) {
  const { names, words, equation: pieces } = metric();
  const term = ([one]) =>
    el(
      "button",
      { class: "plainbutton term", onclick: () => byId(`step-${one}`)?.focus() },
      words[one],
      " ",
      el("strong", {}, numberOf(one, row[names.indexOf(one)]))
    );
  return el(
    "p",
    { class: "eq" },
    systemName(system),
    ": ",
    name(metric().name),
    " ",
    el("strong", { class: "large" }, fixed(scoreOf(system, state.segment), digitsOf(metric()))),
    " = ",
    pieces.map(piece => (typeof piece === "string" ? piece : term(piece)))
  );
}

// Every line of the formula with its numbers, the two systems side by side.
function steps(lines, names, rows, systems, anchors = false) {
  const values = rows.map(row => Object.fromEntries(names.map((label, n) => [label, row[n]])));
  const put_in = (line, found) =>
    [
      ...line.inputs.map(one => `${metric().words[one]} ${numberOf(one, found[one])}`),
      ...line.settings.map(([one, value]) => `${one} ${String(value).replace("-", "−")}`)
    ].join(" · ");
  return copyable(
    "the arithmetic",
    [
      ["step"],
      ["formula", "dim"],
      ...systems.flatMap(s => [
        [systemName(s), "small dim"],
        ["value", "num"]
      ])
    ],
    lines.map((line, n) => ({
      class: n === lines.length - 1 ? "chosen" : "",
      ...(anchors && { id: `step-${line.output}`, tabindex: -1 }),
      cells: [
        line.label,
        line.formula,
        ...values.flatMap(found => [put_in(line, found), numberOf(line.output, found[line.output])])
      ]
    })),
    { class: "arithmetic", room: 44 }
  );
}

function figuresOf(texts, evidence, k, systems) {
  const { kind, stages } = metric();
  if (kind !== "links" && kind !== "edits") return null;
  const [, refs, hyps, tokens] = texts;
  const [view, packed] = viewOf(tokens);
  return systems.map(s => {
    const chosen = evidence.chosen[s][k];
    const hyp = tokensOf(view, packed[1][s], hyps[s]);
    const ref = tokensOf(view, packed[0][chosen], refs[chosen]);
    const which = refs.length > 1 ? `, reference ${chosen + 1} of ${refs.length}` : "";
    const label = `${summary.systems[s]}${which}`;
    if (kind === "links") {
      const links = linksOf(evidence.links[s][k]);
      const used = [...new Set(links.map(link => link.stage))].filter(stage => stage).map(stage => stages[stage]);
      const count = links.at(-1)?.chunk ?? 0;
      const crossings = crossingsOf(links);
      const drawn = linkFigures(hyp, ref, links, `how ${shown(label)} is aligned`);
      return [
        el(
          "h3",
          {},
          systemName(s),
          `${which}: ${counted(links.length, "link")} in ${counted(count, "chunk")}, ${counted(crossings, "crossing")}`
        ),
        el(
          "p",
          { class: "legend" },
          used.length ? `Dashes: by ${used.join(", then ")}. ` : "",
          `Numbers: chunks${drawn.querySelector(".apart") ? "; no curve: in another row" : ""}.`
        ),
        drawn,
        saveTool(drawn, `alignment-${state.segment + 1}`)
      ];
    }
    const moves = evidence.edits[s][k][2] ?? [];
    const unit = view.unit === "char" ? "character" : view.unit;
    return [
      el("h3", {}, systemName(s), `${which}: edits`),
      el(
        "p",
        { class: "legend" },
        `S: substitution · I: insertion (extra ${unit}) · D: deletion (missing ${unit})`,
        evidence.edits[s][k][0].includes("4") ? " · J: a jump to another place in the candidate" : "",
        evidence.edits[s][k][3] ? " · the reference's words in the candidate's order" : "",
        moves.map(([gain], n) => ` · shift ${n + 1}: boxed, from ▿${n + 1}, saves ${gain}`)
      ),
      editFigure(hyp, ref, evidence.edits[s][k], `how ${shown(label)} is edited`)
    ];
  });
}
