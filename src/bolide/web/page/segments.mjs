// The table of segments: one metric and two systems at a time, sorted, searched and filtered; an opened one shows everything
// about it.
import { announce, choice, counted, debounce, fill, fixed, h, longTable, note, signed, sortedBy } from "./dom.mjs";
import { markedReference, markedText } from "./differences.mjs";
import { histogram, isIn } from "./histogram.mjs";
import { badge } from "./people.mjs";
import { segmentDetail } from "./segment.mjs";
import { waysOf } from "./state.mjs";

// `ranked` are the systems, best first: the first two are compared at first.
export function segmentTable({ report, texts, carry, ranked }) {
  const names = report.systems.map((system) => system.name);
  const metrics = report.systems[0].scores.map((score) => score.name);
  const several = names.length > 1;
  const view = { metric: 0, a: ranked[0], b: ranked[1], column: several ? "lead" : "line", down: several, words: "", bin: null, document: null, marked: false };
  const nodes = { size: h("p", { class: "note num" }), bars: h("div", { class: "seg-bars" }), detail: h("div", { id: "segment-detail" }) };
  const rows = longTable("Table of segments", { class: several ? "seg-scroll of-two" : "seg-scroll", id: "segments", open, sort: (column, down) => change({ column, down }) });
  const pair = () => (several ? [view.a, view.b] : [view.a]);
  const ways = waysOf(texts);
  const score = (at, system) => report.systems[system].scores[view.metric].scale * report.systems[system].segments[at][view.metric];
  // How far the first system is ahead, whatever way the metric points.
  const lead = (at) => {
    const apart = ways[view.metric] * (score(at, view.a) - score(at, view.b));
    return Math.abs(apart) < 1e-9 ? 0 : apart; // one score, computed in another order
  };
  const measure = (at) => (several ? lead(at) : score(at, view.a));
  const ofSystem = (sort) => ({ sort, up: true, kind: "num", head: several ? names[view[sort]] : metrics[view.metric], key: (at) => score(at, view[sort]), cell: (at) => fixed(score(at, view[sort]), 2) });
  const columns = () => [
    { sort: "line", up: true, kind: "num seg-line", head: "line", key: (at) => at, cell: (at) => h("button", { class: "link", "aria-label": `Open line ${at + 1}` }, at + 1) },
    ofSystem("a"),
    ...(several ? [ofSystem("b"), { sort: "lead", kind: "num lead", head: "lead", key: lead, cell: (at) => h("span", { class: lead(at) > 0 ? "for-a" : "for-b" }, signed(lead(at), 2)) }] : []),
    { head: "texts", kind: "seg-texts", cell: textsOf },
  ];

  const text = (name, content) => h("span", { class: "seg-text" }, h("span", { class: "seg-name" }, name), h("span", { dir: "auto", class: "seg-words" }, content));

  function textsOf(at) {
    const outputs = pair().map((system) => texts.systems[system].hyps[at]);
    return [pair().map((system, k) => text([h("span", {}, several ? names[system] : "output"), badge(texts.marks, system, at)], markedText(outputs[k], outputs[1 - k] ?? null, texts.refs[at]))),
      text(texts.refs[at].length > 1 ? `reference 1 of ${texts.refs[at].length}` : "reference", markedReference(texts.refs[at][0], outputs))];
  }

  function change(what) {
    Object.assign(view, what);
    if ("words" in what && search.value !== view.words) search.value = view.words;
    if (withMarks) withMarks.checked = view.marked;
    for (const [key, label] of Object.entries(picks)) label.lastChild.value = view[key];
    const wanted = view.words.toLowerCase();
    const has = (at) => [texts.sources?.[at] ?? "", ...texts.refs[at], ...texts.systems.map((system) => system.hyps[at])].some((text) => text.toLowerCase().includes(wanted));
    const passing = [...texts.refs.keys()].filter((at) => (view.document === null || texts.documents[at] === view.document) && (!wanted || has(at)) && (!view.marked || texts.marks.some(at, texts.systems.map((_, k) => k))));
    fill(nodes.bars, histogram(passing.map(measure), { title: several ? `Lead of ${names[view.a]} over ${names[view.b]} in ${metrics[view.metric]}` : `${metrics[view.metric]} of the segments`, isLead: several, chosen: view.bin, choose: (bin) => change({ bin }) }));
    const lines = sortedBy(passing.filter((at) => !view.bin || isIn(view.bin, measure(at), several)), columns().find(({ sort }) => sort === view.column).key, view.down);
    const size = `${lines.length.toLocaleString("en")} of ${counted(texts.refs.length, "segment")}`;
    fill(nodes.size, size, view.document !== null && ` · document ${view.document}`,
      lines.length < texts.refs.length && h("button", { class: "link", onclick: () => change({ words: "", bin: null, document: null, marked: false }) }, "show all"));
    rows.show(columns(), lines, { by: view.column, down: view.down });
    if (Object.keys(what).length) announce(size);
  }

  function open(at) {
    segmentDetail(nodes.detail, { at, report, texts, carry, pair: pair(), closed: () => rows.focusRow(at) });
  }

  const pick = (label, options, key, other) => choice(h("span", { class: "note" }, label), options, view[key], (k) => change({ ...(other && k === view[other] && { [other]: view[key] }), [key]: k, bin: null }), { class: "seg-pick" });
  const picks = { ...(metrics.length > 1 && { metric: pick("metric", metrics, "metric") }), ...(several && { a: pick("first", names, "a", "b"), b: pick("second", names, "b", "a") }) };
  const look = debounce(150, (words) => change({ words }));
  const search = h("input", { type: "search", id: "segment-search", placeholder: "words in any text", "aria-label": "Search the segments", oninput: () => look(search.value) });
  const withMarks = texts.marks && !texts.marks.problem ? h("input", { type: "checkbox", id: "segments-marked", onchange: ({ target }) => change({ marked: target.checked, bin: null }) }) : null;
  const node = h("section", { class: "card", "aria-label": "Segments" },
    h("div", { class: "card-head" }, h("h3", {}, "Segments"), nodes.size),
    h("div", { class: "row seg-picks" },
      Object.values(picks),
      h("label", { class: "seg-pick" }, h("span", { class: "note" }, "search"), search),
      withMarks && h("label", { class: "check" }, withMarks, "with marked errors only")),
    texts.marks?.problem && h("p", { class: "notice" }, texts.marks.problem),
    texts.marks?.notes.map((one) => note(one)),
    nodes.bars,
    h("p", { class: "note seg-legend" }, several && [h("span", { class: "differs" }, "shaded"), ": differs from the other output · "], h("span", { class: "foreign" }, "dotted"), ": in no reference · ", h("span", { class: "missing" }, "underlined"), `: words of the reference that ${several ? "neither output has" : "the output lacks"}`),
    rows.node, nodes.detail);

  requestAnimationFrame(() => change({}));
  return { node, ofDocument: (label) => {
    change({ document: label, words: "", bin: null });
    rows.node.scrollIntoView({ block: "nearest" });
    rows.node.focus();
  } };
}
