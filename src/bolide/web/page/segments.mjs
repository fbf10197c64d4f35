// The table of segments: one metric and two systems at a time, sorted, searched and filtered. Only the rows in sight are
// in the document, so that five thousand segments scroll as ten do; an opened one shows everything about it.
import { announce, counted, fill, fixed, h, note, signed } from "./dom.mjs";
import { markedReference, markedText } from "./differences.mjs";
import { histogram } from "./histogram.mjs";
import { badge } from "./people.mjs";
import { segmentDetail } from "./segment.mjs";
import { waysOf } from "./state.mjs";

const MARGIN = 6; // rows drawn beyond each edge

// `ranked` are the systems, best first: the first two are compared at first.
export function segmentTable({ report, texts, values, carry, ranked }) {
  const names = report.systems.map((system) => system.name);
  const metrics = report.systems[0].scores.map((score) => score.name);
  const several = names.length > 1;
  const view = { metric: 0, a: ranked[0], b: several ? ranked[1] : -1, column: "line", down: false, words: "", bin: null, document: null, marked: false };
  const nodes = {
    head: h("div", { class: "seg-row seg-head", role: "row" }), rows: h("div", { class: "seg-rows", role: "rowgroup" }), space: h("div", { class: "seg-space" }),
    said: h("p", { class: "note num" }), bars: h("div", { class: "seg-bars" }), detail: h("div", { id: "segment-detail" }),
  };
  const scroller = h("div", { class: "seg-scroll", tabindex: "0", role: "table", "aria-label": "Table of segments", id: "segments", onscroll: () => requestAnimationFrame(paint) },
    h("div", { role: "rowgroup", class: "seg-top" }, nodes.head), nodes.space);
  nodes.space.append(nodes.rows);
  let lines = [];

  const score = (at, system) => 100 * values[view.metric][system][at];
  // How far the first system is ahead, whatever way the metric points.
  const ways = waysOf(texts);
  const lead = (at) => ways[view.metric] * (score(at, view.a) - score(at, view.b));
  const measure = (at) => (several ? lead(at) : score(at, view.a));
  const keys = { line: (at) => at, a: (at) => score(at, view.a), b: (at) => score(at, view.b), lead };

  // --- which segments, in which order ---------------------------------------------------------------------------------

  function select() {
    const wanted = view.words.toLowerCase();
    const has = (at) => [texts.sources?.[at] ?? "", ...texts.refs[at], ...texts.systems.map((system) => system.hyps[at])].some((text) => text.toLowerCase().includes(wanted));
    lines = texts.refs.map((_, at) => at).filter((at) => (view.document === null || texts.documents[at] === view.document) && (!wanted || has(at)) && (!view.marked || texts.marks.some(at, texts.systems.map((_, k) => k))));
    fill(nodes.bars, histogram(lines.map(measure), { title: several ? `Lead of ${names[view.a]} over ${names[view.b]} in ${metrics[view.metric]}` : `${metrics[view.metric]} of the segments`, isLead: several, chosen: view.bin, choose: (bin) => change({ bin }) }));
    if (view.bin) lines = lines.filter((at) => measure(at) >= view.bin.from && (measure(at) < view.bin.to || (view.bin.last && measure(at) <= view.bin.to)));
    const key = keys[view.column];
    lines.sort((x, y) => key(x) - key(y) || x - y);
    if (view.down) lines.reverse();
    const filtered = lines.length < texts.refs.length;
    fill(nodes.said, `${lines.length.toLocaleString("en")} of ${counted(texts.refs.length, "segment")}`, view.document !== null && ` · document ${view.document}`,
      filtered && h("button", { class: "link", onclick: () => change({ words: "", bin: null, document: null, marked: false }) }, "show all"));
  }

  function change(what) {
    const focused = document.activeElement?.dataset?.column;
    Object.assign(view, what);
    if ("words" in what && search.value !== view.words) search.value = view.words;
    if (withMarks) withMarks.checked = view.marked;
    select();
    header();
    scroller.scrollTop = 0;
    scroller.setAttribute("aria-rowcount", String(lines.length + 1));
    paint(true);
    if (Object.keys(what).length) announce(nodes.said.firstChild.textContent);
    if (focused) nodes.head.querySelector(`[data-column="${focused}"]`)?.focus();
  }

  // --- the rows in sight ------------------------------------------------------------------------------------------------

  let shown = "";
  function paint(anew = false) {
    if (matchMedia("print").matches) return; // on paper stands what was in sight
    const high = Number.parseFloat(getComputedStyle(scroller).getPropertyValue("--row")) || 96;
    nodes.space.style.height = `${lines.length * high}px`;
    const first = Math.max(0, Math.floor(scroller.scrollTop / high) - MARGIN);
    const last = Math.min(lines.length, Math.ceil((scroller.scrollTop + (scroller.clientHeight || 600)) / high) + MARGIN);
    if (anew !== true && shown === `${first} ${last}`) return;
    shown = `${first} ${last}`;
    nodes.rows.style.transform = `translateY(${first * high}px)`;
    const focused = document.activeElement?.dataset?.line;
    fill(nodes.rows, lines.slice(first, last).map((at, k) => row(at, first + k)));
    if (focused !== undefined) nodes.rows.querySelector(`[data-line="${focused}"]`)?.focus({ preventScroll: true });
  }

  function row(at, place) {
    const pair = several ? [view.a, view.b] : [view.a];
    const output = (system, other) => text([h("span", {}, several ? names[system] : "output"), badge(texts.marks, system, at)], markedText(texts.systems[system].hyps[at], other === null ? null : texts.systems[other].hyps[at], texts.refs[at]));
    return h("div", { class: "seg-row", role: "row", "aria-rowindex": String(place + 2), onclick: ({ target }) => !target.closest("button") && open(at) },
      h("span", { role: "cell", class: "num seg-line" }, h("button", { class: "link", "data-line": String(at), "aria-label": `Open line ${at + 1}`, onclick: () => open(at) }, String(at + 1))),
      pair.map((system) => h("span", { role: "cell", class: "num" }, fixed(score(at, system), 2))),
      several && h("span", { role: "cell", class: `num lead ${lead(at) > 0 ? "for-a" : lead(at) < 0 ? "for-b" : ""}` }, signed(lead(at), 2)),
      h("span", { role: "cell", class: "seg-texts" }, several ? [output(view.a, view.b), output(view.b, view.a)] : output(view.a, null),
        text(texts.refs[at].length > 1 ? `reference 1 of ${texts.refs[at].length}` : "reference", markedReference(texts.refs[at][0], pair.map((system) => texts.systems[system].hyps[at])))));
  }

  const text = (name, content) => h("span", { class: "seg-text" }, h("span", { class: "seg-name" }, name), h("span", { dir: "auto", class: "seg-words" }, content));

  function header() {
    const button = (column, label) => {
      const mine = view.column === column;
      return h("span", { role: "columnheader", class: "num", "aria-sort": mine ? (view.down ? "descending" : "ascending") : "none" },
        h("button", { class: "sort", "data-column": column, onclick: () => change({ column, down: mine ? !view.down : column === "lead" }) }, label, h("span", { "aria-hidden": "true" }, mine ? (view.down ? " ↓" : " ↑") : "")));
    };
    fill(nodes.head, button("line", "line"), button("a", several ? names[view.a] : metrics[view.metric]), several && [button("b", names[view.b]), button("lead", "lead")], h("span", { role: "columnheader" }, "texts"));
    scroller.classList.toggle("of-two", several);
  }

  function open(at) {
    segmentDetail(nodes.detail, { at, report, texts, carry, pair: several ? [view.a, view.b] : [view.a], closed: () => nodes.rows.querySelector(`[data-line="${at}"]`)?.focus() });
  }

  // --- what is asked ----------------------------------------------------------------------------------------------------

  const select_ = (label, options, value, onpick) => h("label", { class: "seg-pick" }, h("span", { class: "note" }, label), h("select", { onchange: ({ target }) => onpick(Number(target.value)) }, options.map((name, k) => h("option", { value: String(k), selected: k === value }, name))));
  let timer = 0;
  const search = h("input", { type: "search", id: "segment-search", placeholder: "words in any text", "aria-label": "Search the segments", oninput: ({ target }) => {
    clearTimeout(timer);
    timer = setTimeout(() => change({ words: target.value }), 150);
  } });
  const withMarks = texts.marks && !texts.marks.problem ? h("input", { type: "checkbox", id: "segments-marked", onchange: ({ target }) => change({ marked: target.checked, bin: null }) }) : null;
  const node = h("section", { class: "card", "aria-label": "Segments" },
    h("div", { class: "card-head" }, h("h3", {}, "Segments"), nodes.said),
    h("div", { class: "row seg-picks" },
      metrics.length > 1 && select_("metric", metrics, 0, (metric) => change({ metric, bin: null })),
      several && select_("first", names, view.a, (a) => change({ a, b: a === view.b ? view.a : view.b, bin: null })),
      several && select_("second", names, view.b, (b) => change({ b, a: b === view.a ? view.b : view.a, bin: null })),
      h("label", { class: "seg-pick" }, h("span", { class: "note" }, "search"), search),
      withMarks && h("label", { class: "check" }, withMarks, "with marked errors only")),
    texts.marks?.problem && h("p", { class: "notice" }, texts.marks.problem),
    texts.marks?.notes.map((one) => note(one)),
    nodes.bars,
    h("p", { class: "note seg-legend" }, several && [h("span", { class: "differs" }, "shaded"), ": differs from the other output · "], h("span", { class: "foreign" }, "dotted"), ": in no reference · ", h("span", { class: "missing" }, "underlined"), `: words of the reference that ${several ? "neither output has" : "the output lacks"}`),
    scroller, nodes.detail);

  if (several) Object.assign(view, { column: "lead", down: true });
  requestAnimationFrame(() => change({}));
  new ResizeObserver(() => paint(true)).observe(scroller);
  return { node, ofDocument: (document_) => {
    change({ document: document_, words: "", bin: null });
    scroller.scrollIntoView({ block: "nearest" });
    scroller.focus();
    announce(`${counted(lines.length, "segment")} of ${document_}.`);
  } };
}
