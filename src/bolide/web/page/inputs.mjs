// The boxes: a candidate, references that can be added, removed and moved, with live counts and the limit.
import { announce, byId, copyText, counted, fill, h } from "./dom.mjs";
import { about, rememberText, scoredRefs, state, toLink } from "./state.mjs";

let changed = () => {};
let holder = null;

export function showBoxes(node, onChange) {
  holder = node;
  changed = onChange;
  draw();
}

function draw() {
  fill(
    holder,
    box("hyp", state.rival !== null ? "Candidate A" : "Candidate", state.hyp, text => (state.hyp = text)),
    state.rival !== null &&
      box(
        "rival",
        "Candidate B",
        state.rival,
        text => (state.rival = text),
        tool("×", "Remove candidate B", false, () => compareWith(null))
      ),
    h("div", { id: "refs" }, state.refs.map(reference)),
    h(
      "div",
      { class: "row" },
      h("button", { id: "add-ref", onclick: add }, "Add a reference"),
      state.rival === null &&
        h("button", { id: "add-rival", onclick: () => compareWith("") }, "Compare a second candidate"),
      h("button", { id: "copy-link", onclick: event => copyText(toLink(state.view), event.target) }, "Copy a link"),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", id: "keep-text", checked: state.keepText, onchange: keep }),
        "Remember this text here"
      )
    ),
    h("p", { class: "note stays" }, "What you enter stays on this device.")
  );
}

function reference(text, place) {
  const many = state.refs.length > 1;
  const name = many ? `Reference ${place + 1}` : "Reference";
  const tools =
    many &&
    h(
      "span",
      { class: "tools" },
      tool("↑", `Move reference ${place + 1} up`, place === 0, () => move(place, -1)),
      tool("↓", `Move reference ${place + 1} down`, place === state.refs.length - 1, () => move(place, 1)),
      tool("×", `Remove reference ${place + 1}`, false, () => remove(place))
    );
  return box(`ref-${place}`, name, text, given => (state.refs[place] = given), tools);
}

const tool = (sign, label, disabled, onclick) =>
  h("button", { class: "tool", "aria-label": label, title: label, disabled, onclick }, sign);

function box(id, name, text, set, tools = null) {
  const area = h("textarea", {
    id,
    rows: "3",
    dir: "auto",
    spellcheck: "false",
    "aria-describedby": `${id}-count`,
    oninput: ({ target }) => {
      set(target.value);
      count.classList.toggle("bad", lengthOf(target.value) > about.limit);
      count.textContent = size(target.value) || count.textContent;
      joined.hidden = !isSeveralLines(target.value);
      changed();
    }
  });
  area.value = text;
  const joined = h(
    "p",
    { class: "note joined", hidden: !isSeveralLines(text) },
    "Several lines: they are scored as one text. To score line by line, use Files."
  );
  const count = h("span", { id: `${id}-count`, class: "count" }, size(text));
  return h(
    "div",
    { class: "box" },
    h("div", { class: "box-head" }, h("label", { for: id }, name), count, tools),
    area,
    joined
  );
}

const isSeveralLines = text => text.trim().includes("\n");

// Characters as Python counts them: an emoji is one.
const lengthOf = text => [...text].length;
const size = text => (lengthOf(text) > about.limit ? over(text) : "");
const over = text => `${lengthOf(text).toLocaleString("en")} of at most ${about.limit.toLocaleString("en")} characters`;

export function textProblem() {
  const long = [state.hyp, ...state.refs].find(text => lengthOf(text) > about.limit);
  if (!long) return null;
  return `A box holds ${over(long)}. Shorten it, or drop longer texts as files: they are scored line by line.`;
}

// What the tokenizer saw, in the order candidate, references that are scored.
export function showCounts(counts, unit = "token") {
  const ids = ["hyp", ...scoredRefs().map(place => `ref-${place}`)];
  if (counts.length !== ids.length) return;
  state.refs.forEach((_, place) => (byId(`ref-${place}-count`).textContent = "empty: left out"));
  ids.forEach((id, place) => {
    const node = byId(`${id}-count`);
    const characters = lengthOf(byId(id).value);
    const other = ids.length > 2 && place && id !== `ref-${place - 1}`; // an empty box comes before it
    node.textContent = `${other ? `counts as reference ${place} · ` : ""}${counted(counts[place], unit)} · ${characters.toLocaleString("en")} / ${about.limit.toLocaleString("en")}`;
  });
}

// A second candidate for the same references; the first is then called A.
function compareWith(text) {
  state.rival = text;
  redraw(text === null ? "add-rival" : "rival", text === null ? "Candidate B removed." : "Candidate B added.");
}

function add() {
  state.refs.push("");
  redraw(`ref-${state.refs.length - 1}`, `Reference ${state.refs.length} added.`);
}

function remove(place) {
  state.refs.splice(place, 1);
  redraw(`ref-${Math.min(place, state.refs.length - 1)}`, `Reference ${place + 1} removed.`);
}

function move(place, by) {
  const [moved] = state.refs.splice(place, 1);
  state.refs.splice(place + by, 0, moved);
  redraw(`ref-${place + by}`, `Reference ${place + 1} is now reference ${place + by + 1}.`);
}

function redraw(focus, said) {
  draw();
  byId(focus).focus();
  announce(said);
  changed();
}

function keep({ target }) {
  const done = rememberText(target.checked);
  announce(
    !done
      ? "This browser lets the page keep nothing."
      : target.checked
        ? "The text is kept in this browser."
        : "The text is no longer kept."
  );
  target.checked = state.keepText;
}
