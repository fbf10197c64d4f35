// Two candidates against the same references: both scores, what changed, and what it cost.
import { fill, fixed, h, number } from "./dom.mjs";
import { Superseded } from "./engine.mjs";
import { sideBySide } from "./pictures.mjs";
import { state } from "./state.mjs";

const NAMES = ["A", "B"];

export async function compareInto(slot, engine, { metric, options, hyp, refs }) {
  if (!slot || !state.rival?.trim()) return;
  try {
    const found = await engine.ask("candidates", "candidates", { metric, options, hyps: [hyp, state.rival], refs });
    if (slot.isConnected) fill(slot, compared(found));
  } catch (error) {
    if (!(error instanceof Superseded) && slot.isConnected) fill(slot, h("p", { className: "notice" }, `The candidates were not compared: ${error.message}`));
  }
}

const signed = (value, places) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${Math.abs(value).toFixed(places)}`;

function compared(found) {
  const [a, b] = found.scores;
  const lead = (b.value - a.value) * (found.higher_is_better ? 1 : -1);
  const said = lead === 0 ? `Both candidates have the same ${found.name}.` : `Candidate ${lead > 0 ? "B" : "A"} is better by ${Math.abs(b.percent - a.percent).toFixed(2)} points of ${found.name}.`;
  return h("section", { className: "card compared", "aria-label": "Two candidates" },
    h("div", { className: "card-head" }, h("h4", {}, "Candidate A and candidate B")),
    h("div", { className: "pair" }, found.scores.map((score, at) => h("div", {}, h("p", { className: "note" }, `Candidate ${NAMES[at]}`), h("p", { className: "pair-score num" }, fixed(score.percent, 2)))),
      h("div", {}, h("p", { className: "note" }, "B − A"), h("p", { className: "pair-score num" }, signed(b.percent - a.percent, 2)))),
    h("p", { id: "pair-said" }, said),
    h("h5", {}, "What changed"), changed(found.words),
    found.pictures.flat().length > 0 && sideBySide(found.pictures, NAMES),
    h("h5", {}, "What it cost"), steps(found.steps), evidence(found.only));
}

function changed(words) {
  if (!words) return h("p", { className: "note" }, "The texts are too long to say which words changed.");
  if (words.every(({ same }) => same)) return h("p", { className: "note" }, "Nothing: to this metric both are the same words.");
  const line = (name, side, tag) => h("p", { className: "line", dir: "auto" }, h("span", { className: "line-name" }, name),
    words.flatMap((piece) => [piece.same ? h("span", { className: "note" }, piece[side].join(" ")) : piece[side].length > 0 && h(tag, {}, piece[side].join(" ")), " "]));
  return h("div", { className: "changed" }, line("Candidate A", "first", "del"), line("Candidate B", "second", "ins"));
}

function steps(found) {
  const whole = (values) => values.every((value) => value === null || Number.isInteger(value)) && values.some((value) => value > 1 || value === null);
  const cell = (value, values) => (value === null ? "–" : whole(values) ? number(value) : fixed(value, 4));
  const apart = (values) => (values.includes(null) ? "" : values[0] === values[1] ? "same" : signed(values[1] - values[0], whole(values) ? 0 : 4));
  return h("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "Steps of both" }, h("table", { className: "pair-steps" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "step"), ["A", "B", "B − A"].map((name) => h("th", { scope: "col", className: "num" }, name)))),
    h("tbody", {}, found.map(({ label, values }) => h("tr", { className: values[0] === values[1] ? "same" : null }, h("th", { scope: "row" }, label), values.map((value) => h("td", { className: "num" }, cell(value, values))), h("td", { className: "num" }, apart(values)))))));
}

function evidence(only) {
  const list = ({ marks, more }, name) => h("div", {}, h("p", { className: "note" }, `Only candidate ${name} has`),
    marks.length ? h("ul", { className: "chips" }, marks.map(({ kind, text, times }) => h("li", { className: "evidence-chip" }, h("bdi", {}, text || "␣"), h("span", { className: "note" }, ` ${kind}${times > 1 ? ` ×${times}` : ""}`)))) : h("p", {}, "nothing of its own"),
    more > 0 && h("p", { className: "note" }, `and ${more.toLocaleString("en")} more`));
  return h("div", { className: "only" }, list(only[0], "A"), list(only[1], "B"));
}
