// The score as an equation: its terms are the numbers it was made from, and each leads to its evidence.
import { h } from "./dom.mjs";
import { typesetAround } from "./formula.mjs";

export function equation(data, follow) {
  if (!data.equation?.length) return null;
  return h(
    "div",
    { class: "equation", role: "group", "aria-label": `${data.name} as an equation` },
    data.equation.map((line, at) =>
      h(
        "p",
        { class: at ? "equation-line" : "equation-line first" },
        written([{ name: line.label, shown: line.shown, step: line.step }, " = ", ...line.pieces], line, follow)
      )
    )
  );
}

// As a formula is set, or, where words tell more than signs, one term after the other.
function written(pieces, line, follow) {
  const formula = typesetAround(pieces.map(piece => (typeof piece === "string" ? piece : term(piece, line, follow))));
  return formula || together(pieces, line, follow);
}

// A sign stays with the term behind it, and a bracket with the one before: no line ends in “=” or “(1 −”.
function together(pieces, line, follow) {
  const groups = [];
  let before = "";
  for (const piece of pieces) {
    if (typeof piece === "string") {
      const [, end, sign] = piece.replace(/\s*·\s*/g, " · ").match(/^([²³,):]*)(.*)$/s);
      if (before) before += end;
      else groups.at(-2)?.append(end);
      before += sign;
    } else {
      groups.push(h("span", { class: before.length < 12 && "together" }, before, term(piece, line, follow)), " ");
      before = "";
    }
  }
  return [...groups, before];
}

function term({ name, label = name, shown, ...link }, line, follow) {
  const text = [h("span", { class: "name" }, label), " ", h("span", { class: "num" }, shown)];
  if (!Object.keys(link).length) return h("span", { class: "term" }, text);
  return h("button", { class: "term", onclick: () => follow({ step: line.step, name, link }) }, text);
}
