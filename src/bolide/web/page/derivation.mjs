// The derivation: one step after the other, and every number in it leads to the tokens, or to the step, it came from.
import { fill, h, number, words } from "./dom.mjs";

const MOST = 60;

export function derivation(data, marks, tokens) {
  const steps = data.steps.map((step, place) => show(step, place, data, marks, tokens));
  return h("section", { className: "card derivation", "aria-label": "Derivation" },
    h("div", { className: "card-head" }, h("h4", {}, "Step by step"), flag(data)),
    h("ol", { className: "steps" }, steps));
}

function flag(data) {
  const text = data.cross_checked ? "✓ cross-checked" : "✗ the cross-check differs";
  const why = "The result was computed a second way, independent of the first.";
  return h("span", { className: data.cross_checked ? "flag good" : "flag bad", title: why }, text);
}

function show(step, place, data, marks, tokens) {
  const evidence = h("div", { className: "evidence", hidden: true });
  const numbers = Object.entries(step.numbers).map(([name, value]) => {
    const link = data.links[place][name];
    const text = [h("span", { className: "name" }, words(name)), " ", h("span", { className: "num" }, link && "step" in link && !(Number.isInteger(value) && value > 1) ? Number(value).toFixed(4) : number(value))];
    if (!link) return h("span", { className: "given" }, text);
    const where = "step" in link ? `go to step ${link.step + 1}` : "show its tokens";
    return h("button", { type: "button", className: "given", "aria-expanded": "column" in link ? "false" : null, title: where,
      onclick: ({ currentTarget }) => follow(link, currentTarget, evidence, `${step.label}, ${words(name)} = ${number(value)}`, marks, tokens) }, text);
  });
  const whole = Number.isInteger(step.value) && Object.values(step.numbers).flat().every(Number.isInteger) && step.value > 1;
  return h("li", { className: "step", id: `step-${place}`, tabindex: "-1" },
    h("div", { className: "step-head" }, h("h5", {}, step.label), h("output", { className: "num value" }, whole ? number(step.value) : Number(step.value).toFixed(4))),
    h("p", { className: "formula" }, h("code", {}, step.formula)),
    numbers.length > 0 && h("div", { className: "row numbers" }, numbers),
    evidence,
    h("p", { className: "sentence" }, step.sentence));
}

function follow(link, button, evidence, said, marks, tokens) {
  if ("step" in link) {
    const target = button.closest("ol").children[link.step];
    target.focus();
    target.scrollIntoView({ block: "nearest" });
    return;
  }
  const open = button.getAttribute("aria-expanded") === "true";
  for (const other of button.parentElement.querySelectorAll("[aria-expanded]")) other.setAttribute("aria-expanded", "false");
  evidence.hidden = open;
  if (open) return tokens.rest();
  button.setAttribute("aria-expanded", "true");
  const chosen = marks.adding(link.column);
  fill(evidence, chips(chosen, link.column, marks, tokens));
  tokens.select(chosen, `Marked: ${said}.`);
}

function chips(chosen, column, marks, tokens) {
  const shown = chosen.slice(0, MOST).map((k) => {
    const { text, kind, adds, reference } = marks.at(k);
    const name = text || (reference === null ? "the whole candidate" : `the whole of reference ${reference + 1}`);
    const amount = adds[column];
    return h("li", {}, h("button", { type: "button", className: "evidence-chip", "data-kind": kind, onclick: () => {
      tokens.select([k], `Marked: “${name}” (${kind}).`);
      tokens.reveal();
    } }, h("bdi", {}, name), amount === 1 ? null : h("span", { className: "num" }, ` ×${amount}`)));
  });
  if (!shown.length) return h("p", { className: "note" }, "No token adds to this number.");
  const rest = chosen.length - shown.length;
  return [h("ul", { className: "chips" }, shown), rest > 0 && h("p", { className: "note" }, `and ${rest.toLocaleString("en")} more, in the table below`)];
}
