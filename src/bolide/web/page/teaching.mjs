// Teaching: the derivation one step at a time in large type, for a projector. Arrows go on and back, Escape leaves.
import { counted, fill, h, picture, plainNumber, words } from "./dom.mjs";
import { TokenView } from "./tokens.mjs";

const KEYS = { ArrowRight: 1, ArrowDown: 1, PageDown: 1, " ": 1, ArrowLeft: -1, ArrowUp: -1, PageUp: -1, Home: -Infinity, End: Infinity };
const DRAWN = ["alignment", "edits"];
const FEW = 25; // words that fit beside the numbers of a step

export function teachButton(data, marks) {
  return h("button", { type: "button", className: "teach", onclick: () => teach(data, marks) }, "Present step by step");
}

function teach(data, marks) {
  const slides = [opening, ...data.pictures.filter(({ kind }) => DRAWN.includes(kind)).map((one) => () => drawing(one)), ...data.steps.map((_, place) => () => stepSlide(data, marks, place))];
  const body = h("div", { className: "slide" });
  const count = h("span", { className: "num" });
  const back = h("button", { type: "button", onclick: () => go(-1) }, "← Back");
  const on = h("button", { type: "button", className: "primary", onclick: () => go(1) }, "Next →");
  const node = h("dialog", { className: "teaching", "aria-label": `${data.name} step by step`, onclose: () => node.remove(), onkeydown: press },
    h("div", { className: "slide-head" }, h("span", { className: "note" }, `${data.name} step by step`), h("button", { type: "button", onclick: () => node.close() }, "Leave (Esc)")),
    body, h("div", { className: "slide-foot" }, back, count, on));
  let at = 0;

  function go(by) {
    at = Math.max(0, Math.min(slides.length - 1, at + by));
    fill(body, slides[at](data, marks));
    count.textContent = `${at + 1} of ${slides.length}`;
    // Disabled, a button that has just been pressed would lose the focus; the heading takes it, and is read out.
    back.disabled = at === 0;
    on.disabled = at === slides.length - 1;
    body.scrollTop = 0;
    body.querySelector("h2").focus({ preventScroll: true });
  }

  function press(event) {
    const by = KEYS[event.key];
    if (by === undefined || event.ctrlKey || event.altKey || event.metaKey || (event.key === " " && event.target.matches("button"))) return;
    event.preventDefault();
    go(by);
  }

  document.body.append(node);
  node.showModal();
  go(0);
}

const heading = (text) => h("h2", { tabindex: "-1" }, text);

function opening(data, marks) {
  return [heading("The texts"), new TokenView(data, marks, null).lines,
    h("p", { className: "sentence" }, `${data.name} compares the candidate with ${data.refs.length > 1 ? counted(data.refs.length, "reference") : "the reference"}. The arrow keys lead from step to step.`)];
}

function drawing({ svg, title }) {
  const made = picture(svg);
  made.setAttribute("role", "img");
  return [heading(title ?? "The alignment"), h("div", { className: "picture alignment" }, made)];
}

function stepSlide(data, marks, place) {
  const step = data.steps[place];
  const links = Object.values(data.links[place] ?? {}).filter(Boolean);
  const columns = links.flatMap((link) => link.columns ?? (link.column ? [link.column] : []));
  const chosen = columns.length ? marks.all((k) => columns.some((column) => marks.columns.adds[k][column])) : [];
  const view = chosen.length ? new TokenView(data, marks, null) : null;
  view?.select(chosen, "");
  const whole = Number.isInteger(step.value) && step.value > 1;
  // Beside the numbers where the words are few and the screen is wide, else below them.
  const few = Math.max(data.hyp.length, ...data.refs.map((ref) => ref.length)) <= FEW;
  return [h("div", { className: "slide-part" }, heading(`${place + 1}. ${step.label}`), h("p", { className: "formula" }, h("code", {}, step.formula)),
    h("dl", { className: "slide-numbers" }, Object.entries(step.numbers).map(([name, value]) => h("div", {}, h("dt", {}, words(name)), h("dd", { className: "num" }, plainNumber(value, Number.isInteger(value) || Array.isArray(value))))),
      h("div", { className: "slide-value" }, h("dt", {}, step.label), h("dd", { className: "num" }, plainNumber(step.value, whole)))),
    h("p", { className: "sentence" }, step.sentence)), view && h("div", { className: `slide-part${few ? " beside-it" : ""}` }, view.lines, view.legend)];
}
