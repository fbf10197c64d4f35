// Teaching: the derivation one step at a time in large type, for a projector, and as a worksheet to fill in.
import { announce, counted, dialog, fill, h, note, picture } from "./dom.mjs";
import { typeset } from "./formula.mjs";
import { lineFigure } from "./pictures.mjs";
import { TokenView } from "./tokens.mjs";

const KEYS = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  " ": 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Home: -Infinity,
  End: Infinity
};

export function teachButtons(data, marks) {
  return [
    h("button", { class: "teach", onclick: () => teach(data, marks) }, "Present step by step"),
    h("button", { class: "fill-in", onclick: () => worksheet(data, marks) }, "Work it out yourself")
  ];
}

export const modal = (className, title, ...inside) =>
  dialog(
    { class: `teaching ${className}`, "aria-label": title },
    h(
      "div",
      { class: "slide-head" },
      h("span", { class: "note" }, title),
      h("button", { class: "leave" }, "Leave (Esc)")
    ),
    ...inside
  );

// --- slides: arrows go on and back, Escape leaves ---------------------------------------------------------------------

function teach(data, marks) {
  const drawn = figure(data, marks);
  const slides = [
    () => opening(data, marks),
    ...(drawn ? [() => [heading(data.pictures[0].title), drawn()]] : []),
    ...data.steps.map((_, place) => () => stepSlide(data, marks, place, drawn))
  ];
  const body = h("div", { class: "slide" });
  const count = h("span", { class: "num" });
  const back = h("button", { onclick: () => go(-1) }, "← Back");
  const on = h("button", { class: "primary", onclick: () => go(1) }, "Next →");
  let at = 0;

  function go(by) {
    at = Math.max(0, Math.min(slides.length - 1, at + by));
    fill(body, slides[at]());
    count.textContent = `${at + 1} of ${slides.length}`;
    // Disabled, a button that has just been pressed would lose the focus; the heading takes it, and is read out.
    back.disabled = at === 0;
    on.disabled = at === slides.length - 1;
    body.scrollTop = 0;
    body.querySelector("h2").focus({ preventScroll: true });
  }

  modal(
    "slides",
    `${data.title} step by step`,
    body,
    h("div", { class: "slide-foot" }, back, count, on)
  ).addEventListener("keydown", event => {
    const by = KEYS[event.key];
    if (
      by === undefined ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey ||
      (event.key === " " && event.target.matches("button"))
    )
      return;
    event.preventDefault();
    go(by);
  });
  go(0);
}

const heading = text => h("h2", { tabindex: "-1" }, text);

// The texts alone: what became of their words is not told yet.
function texts(data, marks) {
  const name = k => (!k ? "Candidate" : data.refs.length > 1 ? `Reference ${k}` : "Reference");
  return [data.hyp, ...data.refs].map((tokens, k) =>
    h(
      "div",
      { class: "line-block" },
      h("span", { class: "line-name" }, name(k)),
      h("p", { class: "line", dir: "auto" }, marks.letters ? data.texts[k] : tokens.join(" "))
    )
  );
}

const opening = (data, marks) => [
  heading("The texts"),
  texts(data, marks),
  h(
    "p",
    { class: "sentence" },
    `${data.name} compares the candidate with ${data.refs.length > 1 ? counted(data.refs.length, "reference") : "the reference"}. The arrow keys lead from step to step.`
  )
];

// What draws the picture of words, large: two lines for an alignment, Python's drawing for edits; null where there is none.
function figure(data, marks) {
  const one = data.pictures.find(({ kind }) => kind === "alignment" || kind === "edits");
  if (!one) return null;
  return () => {
    const made = one.kind === "alignment" ? lineFigure(data, marks, one, Math.min(1000, innerWidth - 60))?.[0] : null;
    return h(
      "div",
      { class: `picture ${one.kind}` },
      made ?? Object.assign(picture((innerWidth > 736 && one.wide) || one.svg), { role: "img" })
    );
  };
}

function stepSlide(data, marks, place, drawn) {
  const step = data.steps[place];
  const columns = Object.values(data.links[place]).flatMap(link => link.columns ?? []);
  const view = columns.length && !drawn ? new TokenView(data, marks, null) : null;
  view?.select(marks.evidence(columns), "");
  return [
    heading(`${place + 1}. ${step.label}`),
    columns.length && drawn ? drawn() : view && h("div", {}, view.lines, view.legend),
    h(
      "p",
      { class: "formula" },
      h("span", {}, typeset(step.formula || step.label)),
      step.worked && h("span", {}, " = ", typeset(step.worked)),
      h("span", {}, " = ", h("strong", { class: "slide-value num" }, step.shown_value))
    ),
    !step.worked &&
      Object.keys(step.numbers).length > 1 &&
      h(
        "dl",
        { class: "slide-numbers" },
        Object.keys(step.numbers).map(name =>
          h("div", {}, h("dt", {}, step.names[name]), h("dd", { class: "num" }, step.shown[name]))
        )
      ),
    h("p", { class: "sentence" }, step.sentence)
  ];
}

// --- a worksheet: a number for each step, checked as it is entered -------------------------------------------------------

const SLACK = 0.001; // what rounding on the way may cost

// What is right about a number that somebody worked out: null where it is, else what to do.
function verdict(text, value) {
  const grouped = text.includes("/") || Math.abs(value) >= 1000; // a comma is one of 1,234, else that of 0,25
  const match = text
    .trim()
    .replace(grouped ? /,(?=\d{3}\b)/g : ",", grouped ? "" : ".")
    .replace("−", "-")
    .match(/^(-?\d*\.?\d+)(?:\s*\/\s*(\d*\.?\d+))?$/);
  if (!match) return "Enter a number, such as 0.25, or a fraction, such as 2/6.";
  const given = Number(match[1]) / Number(match[2] ?? 1);
  const places = match[2] || Number.isInteger(value) ? 9 : (match[1].split(".")[1] ?? "").length;
  const off = Math.abs(given - value);
  if (!(off <= SLACK + (places ? 0.5 * 10 ** -places : 0))) return "Not yet."; // 0/0 is no number
  return places < 2 && off > 1e-9 ? "Not exact enough yet; give two decimals at least." : null;
}

// The options among the numbers of a step, which nobody can work out.
const settings = (links, step) =>
  Object.keys(links)
    .filter(name => "option" in links[name])
    .map((name, k) => `${k ? ", " : " with "}${step.names[name]} = ${step.shown[name]}`);

function worksheet(data, marks) {
  const steps = data.steps.map((step, place) => ({ step, place })).filter(({ step }) => step.label !== "Cross-check");
  const done = h("p", { class: "note num" });
  const right = new Set();
  const one = ({ step, place }) => {
    const id = `fill-in-${place}`;
    const said = h("span", { class: "flag", id: `${id}-said` });
    const how = h(
      "p",
      { class: "sentence", hidden: true },
      step.worked && [typeset(step.worked), ` = ${step.shown_value}. `],
      step.sentence
    );
    const input = h("input", {
      type: "text",
      id,
      inputmode: "decimal",
      autocomplete: "off",
      size: "10",
      "aria-describedby": said.id,
      onchange: () => check(),
      onkeydown: event => event.key === "Enter" && check()
    });
    const check = (given = input.value) => {
      const problem = verdict(given, step.value);
      said.className = `flag ${problem ? "bad" : "good"}`;
      said.textContent = problem ? `✗ ${problem}` : "✓ Right.";
      if (problem) right.delete(place);
      else right.add(place);
      how.hidden = Boolean(problem);
      tell();
      announce(`${step.label}: ${said.textContent}`);
    };
    return h(
      "li",
      { class: "step" },
      h("div", { class: "step-head" }, h("label", { for: id }, step.label)),
      step.formula && h("p", { class: "formula" }, typeset(step.formula), settings(data.links[place], step)),
      h(
        "div",
        { class: "row" },
        input,
        h("button", { onclick: () => check() }, "Check"),
        h(
          "button",
          {
            class: "link",
            onclick: () => ((input.value = step.shown_value), (said.textContent = ""), (how.hidden = false))
          },
          "Show me"
        ),
        said
      ),
      how
    );
  };
  const tell = () => (done.textContent = `${right.size} of ${counted(steps.length, "step")} right`);
  tell();
  modal(
    "worksheet",
    `${data.title}: work it out yourself`,
    h(
      "div",
      { class: "sheet" },
      h("h2", { tabindex: "-1" }, `Work out ${data.title}`),
      texts(data, marks),
      note(`Fractions are fine; rounding may cost ${SLACK}. Nothing is kept.`),
      h("ol", { class: "steps" }, steps.map(one)),
      done
    )
  )
    .querySelector("input")
    ?.focus();
}
