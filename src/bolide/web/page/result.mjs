// A result: the number in front, what it means, then everything it was made from.
import { compareInto } from "./candidates.mjs";
import { adviceOn, announce, copyText, fill, fixed, h, note, signature, table } from "./dom.mjs";
import { derivation } from "./derivation.mjs";
import { equation } from "./equation.mjs";
import { evidenceTable } from "./evidence.mjs";
import { Marks } from "./marks.mjs";
import { clearProblems, showValues } from "./options.mjs";
import { looking, unfolding } from "./looking.mjs";
import { pictures } from "./pictures.mjs";
import { showBar } from "./scorebar.mjs";
import { state } from "./state.mjs";
import { TokenView } from "./tokens.mjs";

const FORMS = { text: "Text", json: "JSON", latex: "LaTeX", python: "Python", command: "Command line" };

export function showResult(node, data, engine, texts, use, again) {
  clearProblems();
  const marks = new Marks(data.marks, isLetters(data), data.hyp.includes(" "));
  let evidence = null;
  const tokens = new TokenView(data, marks, (at, line) => evidence?.showToken(at, line));
  evidence = evidenceTable(data, marks, tokens);
  const steps = derivation(data, marks, tokens);
  const head = headline(data, steps.follow, state.rival?.trim() ? "candidate A" : null);
  const slot = h("div", { class: "comparison-slot" });
  fill(
    node,
    data.advice.map(text => adviceOn(text, data.suited[text], use)),
    head,
    slot,
    pictures(data, marks, steps.follow, again),
    tokens.node,
    steps.node,
    evidence?.node,
    h("div", { class: "variants-slot" }),
    copies(engine, texts)
  );
  showBar(data, head);
  compareInto(slot, engine, texts);
}

// Whether the metric looked at characters: then no token is longer than one.
export const isLetters = data => data.unit === "character";

// `whose` names the candidate where there are two.
function headline(data, follow, whose) {
  return h(
    "section",
    { class: "headline", tabindex: "-1", "aria-label": `${data.title} result` },
    h(
      "div",
      { class: "score" },
      h(
        "p",
        { class: "score-name" },
        data.title,
        data.parts.precisions && h("span", { class: "note" }, ` BLEU-${data.parts.precisions.length}`),
        whose && h("span", { id: "whose" }, ` · ${whose}`)
      ),
      h("p", { class: "big num", id: "score-percent" }, fixed(data.points, 2)),
      h(
        "p",
        { class: "scales num" },
        h("span", { id: "score-value" }, fixed(data.value, 4)),
        h(
          "span",
          { class: "note" },
          data.higher_is_better ? " on the 0–1 scale" : ` edits per ${data.unit} of the reference`
        )
      ),
      !data.higher_is_better && note("lower is better; more than 100 is possible")
    ),
    data.identical && h("p", { class: "identical", id: "identical" }, "Identical"),
    equation(data, follow),
    h(
      "details",
      { class: "internals" },
      h("summary", {}, "All numbers and the signature"),
      h(
        "dl",
        { class: "parts" },
        data.facts.map(({ name, shown, step, of, link }) =>
          h(
            "div",
            {},
            h("dt", {}, name),
            h(
              "dd",
              { class: "num" },
              link ? h("button", { class: "link", onclick: () => follow({ step, name: of, link }) }, shown) : shown
            )
          )
        )
      ),
      h("p", { class: "signature" }, signature(data.signature))
    )
  );
}

export function showVariants(node, variants) {
  showValues(variants);
  const slot = node.querySelector(".variants-slot");
  if (!slot || variants.length < 2) return;
  const best = Math.max(...variants.map(variant => variant.value ?? 0));
  const rows = variants.map(variant => ({
    title: variant.signature,
    cells: [
      [
        h("span", { class: "variant" }, variant.name),
        h("span", { class: "why note" }, variant.note, " ", h("code", {}, variant.signature))
      ],
      ...("error" in variant
        ? [h("td", { colspan: "3", class: "note" }, variant.error)]
        : [
            fixed(variant.value, 4),
            fixed(variant.points, 2),
            h("meter", {
              min: "0",
              max: String(Math.max(1, best)),
              value: String(variant.value),
              "aria-label": `${variant.name} ${fixed(variant.value, 4)}`
            })
          ])
    ]
  }));
  const values = variants.flatMap(({ points }) => points ?? []);
  const range = values.length ? `: ${fixed(Math.min(...values), 2)}–${fixed(Math.max(...values), 2)}` : "";
  fill(
    slot,
    h(
      "details",
      { class: "card fold", id: "variants", open: looking.unfolded.has("variants"), ontoggle: unfolding },
      h(
        "summary",
        {},
        h("h4", {}, "Variants side by side"),
        h("span", { class: "note" }, `${variants.length} definitions${range}`)
      ),
      table("Table of variants", [["variant"], ["0–1", "num"], ["0–100", "num"], ["", "bar"]], rows, {
        class: "variants"
      })
    )
  );
}

function copies(engine, texts) {
  const one = async (form, button) => {
    try {
      await copyText(await engine.ask("copy", "copy", { form, ...texts }), button);
    } catch {
      button.textContent = "Not copied";
    }
  };
  return h(
    "div",
    { class: "row copies", role: "group", "aria-label": "Copy the result as" },
    h("span", { class: "note" }, "Copy as"),
    Object.entries(FORMS).map(([form, name]) =>
      h("button", { "data-form": form, onclick: ({ currentTarget }) => one(form, currentTarget) }, name)
    )
  );
}

export function showProblem(node, message) {
  fill(node, h("p", { class: "notice" }, message));
  announce(message);
}

// On paper what is folded is printed too.
let unfolded = [];
addEventListener("beforeprint", () =>
  (unfolded = [...document.querySelectorAll(".internals:not([open]), #variants:not([open])")]).forEach(
    one => (one.open = true)
  )
);
addEventListener("afterprint", () => unfolded.forEach(one => (one.open = false)));
