// The tokens of candidate and references, marked by what happened to them: by state, by stage, by chunk.
import { fill, h } from "./dom.mjs";
import { looking } from "./looking.mjs";
import { cover } from "./marks.mjs";

const HUES = 6;
const AT_FIRST = 2000;

export class TokenView {
  #marks;
  #data;
  #lines = [];
  #layer;
  #note;
  #legend;
  #layerButtons = [];
  #shown = [[], false];

  constructor(data, marks, onToken) {
    this.#data = data;
    this.#marks = marks;
    this.metric = data.name;
    this.#layer = marks.layers().includes(looking.layer) ? looking.layer : marks.layers()[0] ?? "";
    this.#note = h("p", { className: "note selection", "aria-live": "polite" });
    this.#legend = h("ul", { className: "legend", "aria-label": "What the marks mean" });
    const close = marks.letters; // characters: no gaps between
    this.#lines = [line("Candidate", data.hyp, close ? "line close" : "line"),
      ...data.refs.map((ref, place) => line(data.refs.length > 1 ? `Reference ${place + 1}` : "Reference", ref, close ? "line reference close" : "line reference"))];
    this.node = h("section", { className: "card tokens", "aria-label": "Tokens" },
      h("div", { className: "card-head" }, h("h4", {}, "Tokens"), this.#layers()),
      this.#lines.map(({ node }) => node), this.#legend, this.#note);
    this.#lines[0].node.addEventListener("click", ({ target }) => {
      const at = this.#lines[0].spans.indexOf(target);
      if (at >= 0) onToken(at);
    });
    for (const one of this.#lines) one.onMore = () => this.#paint(...this.#shown);
    this.rest();
  }

  #layers() {
    const names = this.#marks.layers();
    if (names.length < 2) return null;
    this.#layerButtons = names.map((name) => h("button", { type: "button", className: "chip", onclick: () => {
      this.#layer = looking.layer = name;
      looking.number = null;
      this.rest();
    } }, name));
    return h("div", { className: "row chips", role: "group", "aria-label": "Which n-grams to mark" }, this.#layerButtons);
  }

  // Back to what the chosen layer says of every token.
  rest() {
    const layer = this.#layer;
    this.#shown = [this.#marks.tokenMarks.filter((k) => this.#marks.layerOf[k] === layer), false];
    this.#paint(...this.#shown);
    for (const button of this.#layerButtons) button.setAttribute("aria-pressed", String(button.textContent === layer));
    this.#note.textContent = "";
  }

  // Only these marks: the evidence of one number, of one row, of one token.
  select(chosen, said) {
    this.#shown = [chosen, true];
    this.#paint(...this.#shown);
    for (const button of this.#layerButtons) button.setAttribute("aria-pressed", "false");
    fill(this.#note, `${said} `, h("button", { type: "button", className: "link", onclick: () => this.rest() }, "Show all again"));
  }

  reveal() {
    const { top, bottom } = this.node.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) this.node.scrollIntoView({ block: "nearest", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  }

  #paint(chosen, dim) {
    const { hyp, refs } = cover(this.#marks, chosen, this.#data.hyp.length, this.#data.refs.map((ref) => ref.length));
    const seen = new Map();
    [hyp, ...refs].forEach((states, place) => {
      const { spans } = this.#lines[place];
      states.forEach((state, at) => {
        const span = spans[at];
        if (!span) return;
        const { kind = "", chunk = null, mark = null } = state ?? {};
        if (mark === null) delete span.dataset.mark;
        else span.dataset.mark = String(mark);
        const shown = kind || (dim ? "dim" : place === 0 ? "unmatched" : "free");
        if (span.dataset.kind !== shown) span.dataset.kind = shown;
        if (kind) seen.set(kind, (seen.get(kind) ?? 0) + 1);
        const first = chunk !== null && states[at - 1]?.chunk !== chunk;
        if (chunk === null) delete span.dataset.hue;
        else span.dataset.hue = String(chunk % HUES);
        if (first) span.dataset.chunk = String(chunk);
        else delete span.dataset.chunk;
      });
    });
    fill(this.#legend, [...seen].map(([kind]) => h("li", {}, h("span", { className: "tok", "data-kind": kind }, "a"), ` ${kind}`)),
      hyp.some((state) => state?.chunk !== null && state?.chunk !== undefined) && h("li", {}, "small numbers: chunks"));
  }
}

// A long text is drawn in part at first: tens of thousands of elements would make the page slow.
function line(name, tokens, className) {
  const close = className.includes("close");
  const text = h("p", { className, dir: "auto" });
  const one = { spans: [], onMore: () => {} };
  const draw = (until) => {
    const pieces = [];
    for (const token of tokens.slice(one.spans.length, until)) {
      const span = document.createElement("span");
      span.className = "tok";
      span.textContent = token;
      one.spans.push(span);
      pieces.push(span, close ? "" : " ");
    }
    text.append(...pieces);
  };
  draw(AT_FIRST);
  if (!tokens.length) text.append(h("span", { className: "note" }, "no tokens"));
  const rest = tokens.length - AT_FIRST;
  const more = rest > 0 && h("button", { type: "button", className: "link", onclick: () => {
    more.remove();
    for (let until = AT_FIRST; until < tokens.length; ) draw((until += AT_FIRST));
    one.onMore();
  } }, `Show the other ${rest.toLocaleString("en")} tokens`);
  one.node = h("div", { className: "line-block" }, h("span", { className: "line-name" }, name), text, more);
  return one;
}
