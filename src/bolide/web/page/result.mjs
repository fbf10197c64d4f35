// A result: the number in front, what it means, then everything it was made from.
import { compareInto } from "./candidates.mjs";
import { announce, copyText, fill, fixed, h, number } from "./dom.mjs";
import { derivation } from "./derivation.mjs";
import { equation } from "./equation.mjs";
import { evidenceTable } from "./evidence.mjs";
import { Marks } from "./marks.mjs";
import { clearProblems, showValues } from "./options.mjs";
import { pictures } from "./pictures.mjs";
import { showBar } from "./scorebar.mjs";
import { TokenView } from "./tokens.mjs";

const FORMS = { text: "Text", json: "JSON", latex: "LaTeX", python: "Python", command: "Command line" };

export function showResult(node, data, { engine, texts }) {
  clearProblems();
  const parts = explanationParts(data);
  const head = headline(data, parts.follow);
  fill(node, data.advice && h("p", { className: "advice" }, data.advice), head, h("div", { className: "comparison-slot" }),
    parts.pictures, parts.tokens.node, parts.derivation, parts.table?.node, h("div", { className: "variants-slot" }), engine && copies(engine, texts));
  if (engine) {
    showBar(data, head);
    compareInto(node.querySelector(".comparison-slot"), engine, texts);
  }
}

// Whether the metric looked at characters: then no token is longer than one.
export function isLetters(data) {
  return data.marks.details.some(({ unit }) => unit === "char");
}

// The pieces of an explanation, also for a segment unfolded inside a table.
export function explanationParts(data) {
  const marks = new Marks(data.marks, isLetters(data), data.hyp.includes(" "));
  let table = null;
  const tokens = new TokenView(data, marks, (at, line) => table?.showToken(at, line));
  table = evidenceTable(data, marks, tokens);
  const { node, follow } = derivation(data, marks, tokens);
  return { tokens, table, derivation: node, follow, pictures: pictures(data, marks, follow) };
}

export function headline(data, follow = null) {
  return h("section", { className: "headline", tabindex: "-1", "aria-label": `${data.title} result` },
    h("div", { className: "score" },
      h("p", { className: "score-name" }, data.title, data.parts.precisions && h("span", { className: "note" }, ` BLEU-${data.parts.precisions.length}`)),
      h("p", { className: "big num", id: "score-percent" }, fixed(data.percent, 2)),
      h("p", { className: "scales num" }, h("span", { id: "score-value" }, fixed(data.value, 4)), h("span", { className: "note" }, " on the 0–1 scale")),
      !data.higher_is_better && h("p", { className: "note" }, "lower is better; more than 100 is possible")),
    data.identical && h("p", { className: "identical", id: "identical" }, "Identical"),
    equation(data, follow),
    h("details", { className: "internals" }, h("summary", {}, "All numbers and the signature"),
      h("dl", { className: "parts" }, data.facts.map(({ name, value, step, of, link }) => h("div", {}, h("dt", {}, name), h("dd", { className: "num" },
        link && follow ? h("button", { type: "button", className: "link", onclick: () => follow({ step, name: of, link }) }, number(value)) : number(value))))),
      h("p", { className: "signature" }, h("code", {}, data.signature))));
}

export function showVariants(node, variants) {
  showValues(variants);
  const slot = node.querySelector(".variants-slot");
  if (!slot || variants.length < 2) return;
  const best = Math.max(...variants.map((variant) => variant.value ?? 0));
  const rows = variants.flatMap((variant) => [h("tr", { title: variant.signature }, h("th", { scope: "row" }, variant.name),
    "error" in variant ? h("td", { colspan: "3", className: "note" }, variant.error) : [
      h("td", { className: "num" }, fixed(variant.value, 4)),
      h("td", { className: "num" }, fixed(variant.percent, 2)),
      h("td", {}, h("meter", { min: "0", max: String(Math.max(1, best)), value: String(variant.value), "aria-label": `${variant.name} ${fixed(variant.value, 4)}` })),
    ]), h("tr", { className: "why" }, h("td", { colspan: "4", className: "note" }, variant.note && h("span", {}, variant.note, " "), h("code", {}, variant.signature)))]);
  fill(slot, h("section", { className: "card", "aria-label": "Variants" },
    h("div", { className: "card-head" }, h("h4", {}, "Variants side by side")),
    h("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "Table of variants" },
      h("table", { className: "variants" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "variant"), h("th", { scope: "col", className: "num" }, "0–1"), h("th", { scope: "col", className: "num" }, "0–100"), h("th", { scope: "col" }, h("span", { className: "visually-hidden" }, "bar")))),
        h("tbody", {}, rows)))));
}

function copies(engine, texts) {
  const one = async (form, button) => {
    try {
      await copyText(await engine.ask("copy", "copy", { form, ...texts }), button);
    } catch {
      button.textContent = "Not copied";
    }
  };
  return h("div", { className: "row copies", role: "group", "aria-label": "Copy the result as" }, h("span", { className: "note" }, "Copy as"),
    Object.entries(FORMS).map(([form, name]) => h("button", { type: "button", dataset: { form }, onclick: ({ currentTarget }) => one(form, currentTarget) }, name)));
}

export function showProblem(node, message) {
  fill(node, h("p", { className: "notice" }, message));
  announce(message);
}

// On paper the folded numbers are printed too.
const fold = (open) => () => document.querySelectorAll(".internals").forEach((one) => (one.open = open));
addEventListener("beforeprint", fold(true));
addEventListener("afterprint", fold(false));
