// The score as an equation: its terms are the numbers it was made from, and each leads to its evidence.
import { fixed, h, number } from "./dom.mjs";

const BELOW = "₀₁₂₃₄₅₆₇₈₉";
const subscript = (name) => name.replaceAll("_", " ").replace(/^([a-zA-Z])(\d+)$/, (_, letter, digits) => letter + [...digits].map((digit) => BELOW[digit]).join(""));
// A count is whole; a ratio keeps its decimals even where it happens to be 1.
const shown = (value, counted) => (Array.isArray(value) || (Number.isInteger(value) && (counted || value > 1)) ? number(value) : fixed(value, 4));

export function equation(data, follow) {
  if (!data.equation?.length) return null;
  return h("div", { className: "equation", role: "group", "aria-label": `${data.name} as an equation` }, data.equation.map((line, at) =>
    h("p", { className: at ? "equation-line" : "equation-line first" },
      term({ name: line.label, value: line.value, step: line.step }, line, follow), h("span", {}, " = "),
      line.pieces.map((piece) => (typeof piece === "string" ? h("span", {}, piece.replace(/\s*·\s*/g, " · ")) : term(piece, line, follow))))));
}

function term({ name, value, ...link }, line, follow) {
  const text = [h("span", { className: "name" }, subscript(name)), " ", h("span", { className: "num" }, shown(value, "column" in link || "option" in link))];
  if (!follow || !Object.keys(link).length) return h("span", { className: "term" }, text);
  return h("button", { type: "button", className: "term", onclick: () => follow({ step: line.step, name, link }) }, text);
}
