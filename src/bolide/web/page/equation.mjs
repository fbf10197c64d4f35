// The score as an equation: its terms are the numbers it was made from, and each leads to its evidence.
import { h } from "./dom.mjs";

export function equation(data, follow) {
  if (!data.equation?.length) return null;
  return h("div", { class: "equation", role: "group", "aria-label": `${data.name} as an equation` }, data.equation.map((line, at) =>
    h("p", { class: at ? "equation-line" : "equation-line first" }, together([{ name: line.label, shown: line.shown, step: line.step }, " = ", ...line.pieces], line, follow))));
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

// A formula with its numbers put in; what is raised stands raised.
export function worked(text) {
  return text.split(/\^(\([^)]*\)|[\d.]+)/).map((piece, at) => (at % 2 ? h("sup", {}, piece.replace(/^\((.*)\)$/, "$1")) : piece));
}
