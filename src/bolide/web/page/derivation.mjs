// The derivation: one step after the other, and every number in it leads to the tokens, the step or the option it came from.
import { fill, h, note, pace } from "./dom.mjs";
import { typeset } from "./formula.mjs";
import { looking } from "./looking.mjs";
import { focusOption } from "./options.mjs";
import { teachButtons } from "./teaching.mjs";

const MOST = 60;

export function derivation(data, marks, tokens) {
  const steps = data.steps.map((step, place) => show(step, place, data, marks, tokens));
  const list = h("ol", { class: "steps" }, steps);
  const node = h(
    "section",
    { class: "card derivation", "aria-label": "Derivation" },
    h(
      "div",
      { class: "card-head" },
      h("h4", {}, "Step by step"),
      h("div", { class: "row" }, flag(data), teachButtons(data, marks))
    ),
    list
  );
  // From a term of the equation: to its step, or to the number itself with its evidence opened.
  const follow = ({ step, name, link }) => {
    if (lead(link, list)) return;
    const button = [...list.children[step].querySelectorAll("button.given")].find(one => one.dataset.name === name);
    if (button && button.getAttribute("aria-expanded") !== "true") button.click();
    arrive(button ?? list.children[step]);
  };
  new ResizeObserver(() => {
    for (const one of list.querySelectorAll(".formula > span"))
      one.tabIndex = one.scrollWidth > one.clientWidth ? 0 : -1; // what scrolls does so by keyboard, too
  }).observe(list);
  return { node, follow };
}

function arrive(target) {
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center", behavior: pace() });
}

// To the option or the step that a number comes from; false if it comes from neither.
function lead(link, list) {
  if ("option" in link) focusOption(link.option);
  else if ("step" in link) arrive(list.children[link.step]);
  return "option" in link || "step" in link;
}

function flag(data) {
  const text = data.cross_checked ? "✓ cross-checked" : "✗ the cross-check differs";
  const why = "The result was computed a second way, independent of the first.";
  return h("span", { class: data.cross_checked ? "flag good" : "flag bad", title: why }, text);
}

function show(step, place, data, marks, tokens) {
  const evidence = h("div", { class: "evidence", hidden: true, id: `evidence-${place}` });
  const numbers = Object.keys(step.numbers).map(name => {
    const link = data.links[place][name];
    const text = [h("span", { class: "name" }, step.names[name]), " ", h("span", { class: "num" }, step.shown[name])];
    if (!link) return h("span", { class: "given" }, text);
    const opens = "columns" in link;
    const key = `${data.name} ${step.label} ${name}`;
    const where =
      "step" in link
        ? `go to step ${link.step + 1}`
        : "option" in link
          ? "an option: go to its field"
          : "show its tokens";
    const button = h(
      "button",
      {
        class: "given",
        "aria-expanded": opens ? "false" : null,
        "aria-controls": opens ? evidence.id : null,
        title: where,
        "data-name": name,
        onclick: () =>
          follow(
            link,
            button,
            evidence,
            { key, told: `${step.label}, ${step.names[name]} = ${step.shown[name]}` },
            marks,
            tokens
          )
      },
      text
    );
    if (opens && looking.number === key) queueMicrotask(() => button.click());
    return button;
  });
  return h(
    "li",
    { class: "step", id: `step-${place}`, tabindex: "-1" },
    h("div", { class: "step-head" }, h("h5", {}, step.label), h("span", { class: "num value" }, step.shown_value)),
    h(
      "div",
      { class: "row numbers" },
      step.formula &&
        h(
          "p",
          { class: "formula" },
          h("span", {}, typeset(step.formula)),
          step.worked && h("span", {}, " = ", typeset(step.worked))
        ),
      numbers
    ),
    evidence,
    h("p", { class: "sentence" }, step.sentence)
  );
}

function follow(link, button, evidence, { key, told }, marks, tokens) {
  if (lead(link, button.closest("ol"))) return;
  const open = button.getAttribute("aria-expanded") === "true";
  for (const other of button.parentElement.querySelectorAll("[aria-expanded]"))
    other.setAttribute("aria-expanded", "false");
  evidence.hidden = open;
  looking.number = open ? null : key;
  if (open) return tokens.rest();
  button.setAttribute("aria-expanded", "true");
  const chosen = marks.evidence(link.columns);
  fill(evidence, chips(chosen, link.columns, marks, tokens));
  tokens.select(chosen, `Marked: ${told}.`);
}

function chips(chosen, columns, marks, tokens) {
  const shown = chosen.slice(0, MOST).map(k => {
    const { text, kind, adds, reference } = marks.at(k);
    const name = text || (reference === null ? "the whole candidate" : `the whole of reference ${reference + 1}`);
    const amount = adds[columns[0]] ?? 0;
    return h(
      "li",
      {},
      h(
        "button",
        {
          class: "evidence-chip",
          "data-kind": kind,
          "data-mark": String(k),
          onclick: () => {
            tokens.select([k], `Marked: “${name}” (${kind}).`);
            tokens.reveal();
          }
        },
        h("bdi", {}, name),
        amount === 1 || columns.length > 1 ? null : h("span", { class: "num" }, ` ×${amount}`)
      )
    );
  });
  if (!shown.length) return note("No token adds to this number.");
  const rest = chosen.length - shown.length;
  return [
    h("ul", { class: "chips" }, shown),
    rest > 0 && note(`and ${rest.toLocaleString("en")} more, in the table below`)
  ];
}
