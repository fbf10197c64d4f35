// One segment opened: its texts with differences marked, all its scores, and the derivation of any of them.
import { fill, fixed, h } from "./dom.mjs";
import { markedReference, markedText } from "./differences.mjs";
import { Superseded } from "./engine.mjs";
import { markedOutputs } from "./people.mjs";
import { explanationParts, headline } from "./result.mjs";

export function segmentDetail(node, { at, report, texts, engine, carry, pair, closed }) {
  const close = () => {
    fill(node);
    closed();
  };
  const systems = report.systems;
  const outputs = texts.systems.map((system) => system.hyps[at]);
  const other = (k) => (pair.length < 2 ? null : outputs[k === pair[0] ? pair[1] : pair[0]]);
  const texts_ = [
    texts.sources && ["source", [texts.sources[at]]],
    ...texts.refs[at].map((ref, k) => [texts.refs[at].length > 1 ? `reference ${k + 1}` : "reference", markedReference(ref, outputs)]),
    ...outputs.map((text, k) => [systems[k].name, markedText(text, other(k), texts.refs[at])]),
  ].filter(Boolean);
  const title = h("h4", { tabindex: "-1" }, `Line ${at + 1}`, texts.documents && h("span", { className: "note" }, ` ${texts.documents[at]}`));
  fill(node, h("section", { className: "detail", "aria-label": `Line ${at + 1}` },
    h("div", { className: "card-head" }, title, h("button", { type: "button", onclick: close }, "Close")),
    h("dl", { className: "seg-dl" }, texts_.map(([name, content]) => [h("dt", {}, name), h("dd", { dir: "auto" }, content)]).flat()),
    texts.marks && !texts.marks.problem && markedOutputs(texts.marks, texts.systems, at),
    h("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "Scores of this line" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "system"), systems[0].scores.map((score) => h("th", { scope: "col", className: "num" }, score.name)))),
      h("tbody", {}, systems.map((system) => h("tr", {}, h("th", { scope: "row" }, system.name), system.segments[at].scores.map((score) => h("td", { className: "num" }, fixed(score.percent, 2)))))))),
    texts.systems.flatMap((system) => texts.metrics.map(({ metric, options }, m) => why(system, metric, options, systems[0].scores[m].name)))));
  title.focus();
  node.scrollIntoView({ block: "nearest" });

  function why(system, metric, options, name) {
    const inside = h("div", { className: "why" }, h("p", { className: "placeholder" }, "…"));
    const given = { metric, options, hyp: system.hyps[at], refs: texts.refs[at] };
    let asked = false;
    return h("details", { className: "segment", ontoggle: async () => {
      if (asked) return;
      asked = true;
      try {
        const data = await engine.ask(`segment-${at}-${system.name}-${metric}`, "explain", given);
        const parts = explanationParts(data);
        fill(inside, headline(data), parts.pictures, parts.tokens.node, parts.derivation, parts.table?.node,
          h("button", { type: "button", onclick: () => carry(metric, given.hyp, given.refs) }, "Open in the calculator"));
      } catch (error) {
        asked = false;
        if (!(error instanceof Superseded)) fill(inside, h("p", { className: "notice" }, error.message));
      }
    } }, h("summary", {}, `Why: ${system.name}, ${name}`), inside);
  }
}
