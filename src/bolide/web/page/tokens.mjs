// The tokens of candidate and references, marked by what happened to them: by state, by stage, by chunk.
import { announce, counted, fill, h, pace, someOf } from "./dom.mjs";
import { looking } from "./looking.mjs";
import { cover, saidOf } from "./marks.mjs";
import { rove } from "./spotlight.mjs";

const HUES = 6;
const AT_FIRST = 2000;

export class TokenView {
  #marks;
  #data;
  #lines = [];
  #layer;
  #note;
  legend;
  #layerButtons = [];
  #shown = [[], false];

  constructor(data, marks, onToken) {
    this.#data = data;
    this.#marks = marks;
    this.#layer = marks.layers().includes(looking.layer) ? looking.layer : (marks.layers()[0] ?? "");
    this.#note = h("p", { class: "note selection" });
    this.legend = h("ul", { class: "legend", "aria-label": "What the marks mean" });
    const close = marks.letters; // characters: no gaps between
    const asButtons = Boolean(onToken) && !close; // a stop at every letter would help nobody
    this.#lines = [data.hyp, ...data.refs].map((tokens, k) =>
      line(
        !k ? "Candidate" : data.refs.length > 1 ? `Reference ${k}` : "Reference",
        tokens,
        data.texts[k],
        close,
        asButtons
      )
    );
    this.node = h(
      "section",
      { class: "card tokens", "aria-label": "Tokens" },
      h("div", { class: "card-head" }, h("h4", {}, "Tokens"), this.#layers()),
      onToken && this.lines,
      this.legend,
      this.#note
    );
    this.#lines.forEach((one, place) => {
      one.onMore = () => this.#paint(...this.#shown);
      if (!onToken) return;
      one.text.addEventListener("click", ({ target }) => {
        const at = one.spans.indexOf(target);
        if (at >= 0) onToken(at, place);
      });
      if (asButtons) walk(one);
    });
    this.rest();
  }

  // The marked lines alone, for where they stand without the card.
  get lines() {
    return this.#lines.map(({ node }) => node);
  }

  #layers() {
    const names = this.#marks.layers();
    if (names.length < 2) return null;
    this.#layerButtons = names.map(name =>
      h(
        "button",
        {
          class: "chip",
          onclick: () => {
            this.#layer = looking.layer = name;
            looking.number = null;
            this.rest();
          }
        },
        name
      )
    );
    return h("div", { class: "row chips", role: "group", "aria-label": "Which n-grams to mark" }, this.#layerButtons);
  }

  // Back to what the chosen layer says of every token.
  rest() {
    const layer = this.#layer;
    this.#shown = [this.#marks.tokenMarks.filter(k => this.#marks.layerOf[k] === layer), false];
    this.#paint(...this.#shown);
    for (const button of this.#layerButtons) button.setAttribute("aria-pressed", String(button.textContent === layer));
    fill(this.#note);
  }

  // Only these marks: the evidence of one number, of one row, of one token.
  select(chosen, said) {
    this.#shown = [chosen, true];
    this.#paint(...this.#shown);
    for (const button of this.#layerButtons) button.setAttribute("aria-pressed", "false");
    if (said) announce(said);
    fill(this.#note, `${said} `, h("button", { class: "link", onclick: () => this.rest() }, "Show all again"));
  }

  reveal() {
    const { top, bottom } = this.node.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) this.node.scrollIntoView({ block: "nearest", behavior: pace() });
  }

  #paint(chosen, dim) {
    const { hyp, refs } = cover(
      this.#marks,
      chosen,
      this.#data.hyp.length,
      this.#data.refs.map(ref => ref.length)
    );
    const seen = new Set();
    [hyp, ...refs].forEach((states, place) => {
      const { spans, name, text, asButtons } = this.#lines[place];
      const tally = new Map();
      states.forEach((state, at) => {
        const span = spans[at];
        if (!span) return;
        const { kind = "", chunk = null, mark = null } = state ?? {};
        tell(span, "mark", mark);
        const shown = kind || (dim ? "dim" : "free");
        if (span.dataset.kind !== shown) span.dataset.kind = shown;
        seen.add(shown);
        tell(span, "hue", chunk === null ? null : chunk % HUES);
        tell(span, "chunk", states[at - 1]?.chunk === chunk ? null : chunk); // where it begins
        const said = saidOf(shown);
        tally.set(said, (tally.get(said) ?? 0) + 1);
        if (asButtons)
          span.setAttribute("aria-label", `${span.textContent}: ${said}${chunk === null ? "" : `, chunk ${chunk}`}`);
      });
      text.setAttribute(
        "aria-label",
        `${name}, ${counted(states.length, this.#marks.letters ? "character" : "token")}: ${[...tally].map(([said, many]) => `${many} ${said}`).join(", ")}`
      );
    });
    fill(
      this.legend,
      [...seen].map(kind => h("li", {}, h("span", { class: "tok", "data-kind": kind }, "a"), ` ${saidOf(kind)}`)),
      hyp.some(state => state?.chunk !== null && state?.chunk !== undefined) && h("li", {}, "small numbers: chunks")
    );
  }
}

const tell = ({ dataset }, name, value) => (value === null ? delete dataset[name] : (dataset[name] = String(value)));

// A long text is drawn in part at first: tens of thousands of elements would make the page slow.
// `close`: the tokens are characters; where a space was left out between them there is a gap.
function line(name, tokens, whole, close, asButtons) {
  const text = h("p", { class: close ? "line close" : "line", dir: "auto", role: "group", tabindex: "-1" });
  const gaps = close ? gapsIn(tokens, whole) : new Set();
  const one = { name, text, asButtons, spans: [], onMore: () => {} };
  const draw = (first, last) =>
    tokens.slice(first, last).flatMap(token => {
      const span = h(
        "span",
        {
          class: gaps.has(one.spans.length) ? "tok gap" : "tok",
          ...(asButtons && { role: "button", tabindex: one.spans.length ? "-1" : "0" })
        },
        token
      );
      one.spans.push(span);
      return [span, close ? "" : " "];
    });
  someOf(
    text,
    tokens.length,
    (first, last) => {
      if (first) queueMicrotask(() => (one.onMore(), text.focus())); // the button that was pressed is gone
      return draw(first, last);
    },
    AT_FIRST
  );
  if (!tokens.length) text.append(h("span", { class: "note" }, "no tokens"));
  one.node = h(
    "div",
    { class: name.startsWith("Candidate") ? "line-block candidate" : "line-block" },
    h("span", { class: "line-name" }, name),
    text
  );
  return one;
}

// The characters before which the text has a space that is no token.
function gapsIn(tokens, whole) {
  const places = new Set();
  let at = 0;
  for (const letter of whole) {
    if (/\s/.test(letter) && !/\s/.test(tokens[at] ?? "")) places.add(at);
    else at++;
  }
  return at === tokens.length ? places : new Set();
}

// The words of a line are one stop of the Tab key; Enter asks for a word's evidence.
function walk({ text, spans }) {
  text.addEventListener("keydown", event => {
    if ((event.key !== "Enter" && event.key !== " ") || !spans.includes(event.target)) return;
    event.preventDefault();
    event.target.click();
  });
  rove(text, () => spans);
}
