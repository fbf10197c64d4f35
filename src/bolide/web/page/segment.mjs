// One segment opened: its texts with differences marked, and all its scores, each of which leads to its explanation.
import { fill, fixed, h, note, table } from "./dom.mjs";
import { markedReference, markedText } from "./differences.mjs";
import { markedOutputs } from "./people.mjs";

export function segmentDetail(node, { at, report, texts, carry, pair, closed }) {
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
  const title = h("h4", { tabindex: "-1" }, `Line ${at + 1}`, texts.documents && h("span", { class: "note" }, ` ${texts.documents[at]}`));
  fill(node, h("section", { class: "detail", "aria-label": `Line ${at + 1}` },
    h("div", { class: "card-head" }, title, h("button", { onclick: close }, "Close")),
    h("dl", { class: "seg-dl" }, texts_.map(([name, content]) => [h("dt", {}, name), h("dd", { dir: "auto" }, content)]).flat()),
    texts.marks && !texts.marks.problem && markedOutputs(texts.marks, texts.systems, at),
    table("Scores of this line", [["system"], ...systems[0].scores.map((score) => [score.name, "num"])], systems.map((system, k) => [system.name, ...system.scores.map(({ name, scale }, m) =>
      h("button", { class: "link num", "aria-label": `${system.name}, ${name} ${fixed(scale * system.segments[at][m], 2)}: explain it in the calculator`, onclick: () => carry(texts.metrics[m].metric, outputs[k], texts.refs[at]) }, fixed(scale * system.segments[at][m], 2)))])),
    note("Choose a score to see how it came about.")));
  title.focus();
  node.scrollIntoView({ block: "nearest" });
}
