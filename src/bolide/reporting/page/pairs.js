// Every pair of systems: the difference with its interval. Choosing one makes the page about it.
function drawPairs(section) {
  clear(section);
  const { scale } = metric();
  const digits = digitsOf(metric()) + 1;
  const tests = summary.pairs.map(([a, b]) => ({ a, b, test: testOf(a, b) })).filter(one => one.test);
  if (!tests.length) return;
  const range = scaleOf(tests.flatMap(({ test }) => [...test.interval, test.difference].map(x => scale * x)));
  const corrected = comparison().plan.correction !== "none";
  const interval = corrected ? "95 % simultaneous" : "95 %";
  put(section, [
    el(
      "h2",
      { id: "pairs" },
      tests.length > 1 && tests.some(({ test }) => test.tested)
        ? `${tests.filter(({ test }) => test.significant).length} of ${counted(tests.length, "pair")} differ significantly, in `
        : "Pairs, in ",
      name(metric().name)
    ),
    el(
      "p",
      { class: "note" },
      "Differences with 95 % intervals; to the right of zero the first system is better. ",
      "An open dot: the interval includes zero. The verdict is that of the test. ",
      el("span", { class: "on-screen" }, "Choose a pair to focus the page below on it.")
    ),
    copyable(
      "differences of all pairs",
      [
        ["pair"],
        [axis(range, `difference in ${metric().name}`), "plot"],
        ["difference", "num"],
        [interval, "num dim"],
        [corrected ? "p corrected" : "p", "num"],
        ["verdict", "verdict"],
        ["won / tied / lost", "num"]
      ],
      tests.map(({ a, b, test }) => pairRow(a, b, test, range, digits, corrected)),
      { class: "pairs", room: 44 }
    )
  ]);
}

// The score of the whole corpus, from the sums of all rows.
function drawCorpus(section) {
  clear(section);
  const { totals, corpus_names: names, corpus_arithmetic: lines } = metric();
  section.hidden = !totals;
  if (!totals) return;
  const systems = both();
  put(section, [
    el(
      "details",
      {},
      el("summary", {}, name(metric().name), " of the whole corpus, step by step"),
      steps(
        lines,
        names,
        systems.map(s => totals[s]),
        systems
      )
    )
  ]);
}

function pairRow(a, b, test, range, digits, corrected) {
  const { scale } = metric();
  const chosen = (a === state.a && b === state.b) || (a === state.b && b === state.a);
  const ends = test.interval.map(x => scale * x);
  const p = fixed(corrected ? test.p_corrected : test.p, 4);
  return {
    class: chosen ? "chosen" : "",
    cells: [
      el(
        "button",
        { class: "plainbutton", "aria-pressed": String(chosen), onclick: () => change({ a, b }) },
        name(summary.systems[a]),
        " − ",
        name(summary.systems[b])
      ),
      plotRow(range, estimate(range, scale * test.difference, ends)),
      signed(scale * test.difference, digits),
      `[${ends.map(x => signed(x, digits)).join(", ")}]`,
      test.significant ? el("strong", {}, p) : p,
      [test.outcome, test.remark && el("div", { class: "note small" }, test.remark)],
      [test.wins, test.ties, test.losses].map(count => number(count, true)).join(" / ")
    ]
  };
}
