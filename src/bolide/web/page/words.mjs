// Words of the candidate are struck out or moved in the result itself, by a click or by keys; the box follows.
import { announce, byId, h } from "./dom.mjs";

let result = null;
let change = null; // scores another text
let [tokens, text, spans] = [[], "", null]; // of the candidate; where its tokens stand in the text, if they are found there
let past = []; // texts before a change here, with the place of the word, for Undo
let expected = null; // the text that was asked for last
let chosen = null; // the place of the word whose tools are shown
let held = null; // what had the focus when something was changed: a tool, by its sign, or the word

const LINE = ".tokens .candidate .tok";
const WORD = `[data-hyp], ${LINE}`;
const KEYS = { Delete: strike, Backspace: strike, ArrowLeft: at => move(at, -1), ArrowRight: at => move(at, 1) };

export function followWords(node, onChange) {
  [result, change] = [node, onChange];
  document.addEventListener("click", ({ target }) => {
    if (!target.closest("#word-tools")) showTools(node.contains(target) ? placeOf(target) : null);
  });
  node.addEventListener("keydown", event => {
    if (event.key === "Escape") showTools(null);
    const at = placeOf(event.target);
    if (at === null || event.altKey !== event.key.startsWith("Arrow") || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key](at);
  });
}

// A result is shown, of these tokens and this text.
export function knowWords(data) {
  if (data.texts[0] !== expected) [past, chosen] = [[], null];
  [tokens, text, expected] = [data.hyp, data.texts[0], data.texts[0]];
  spans = spansOf(tokens, text);
  showTools(chosen);
  const again =
    held === "word"
      ? [...result.querySelectorAll(LINE)][chosen]
      : held && [...(byId("word-tools")?.children ?? [])].find(one => one.textContent === held && !one.disabled);
  if (held) (again ?? byId("word-tools")?.querySelector(":enabled"))?.focus({ preventScroll: true });
  held = null;
}

// Where tokens stand in a text, one after the other, whatever their case.
function spansOf(all, whole) {
  const low = whole.toLowerCase();
  if (low.length !== whole.length) return null;
  let end = 0;
  const found = all.map(token => {
    const from = low.indexOf(token.toLowerCase(), end);
    end = from + token.length;
    return [from, end];
  });
  return found.every(([from]) => from >= 0) ? found : null;
}

function placeOf(target) {
  const node = target.closest?.(WORD);
  if (!node) return null;
  return node.dataset.hyp === undefined
    ? [...node.parentElement.querySelectorAll(".tok")].indexOf(node)
    : Number(node.dataset.hyp);
}

function strike(at) {
  const [from, to] = spans?.[at] ?? [0, 0];
  put(at, (text.slice(0, from) + text.slice(to)).replace(/\s{2,}/g, " ").trim(), "struck out");
}

function move(at, by) {
  const pair = [Math.min(at, at + by), Math.max(at, at + by)].map(place => spans?.[place]);
  if (!pair.every(Boolean)) return;
  const [one, other] = pair.map(([from, to]) => text.slice(from, to));
  put(
    at + by,
    text.slice(0, pair[0][0]) + other + text.slice(pair[0][1], pair[1][0]) + one + text.slice(pair[1][1]),
    "moved",
    at
  );
}

function put(at, to, done, from = at) {
  if (!spans || expected !== text) return; // the last change is not shown yet
  past.push([text, from]);
  announce(`“${tokens[from]}” ${done}.`);
  ask(at, to);
}

function undo() {
  const [to, at] = past.pop();
  ask(at, to);
}

function ask(at, to) {
  const focused = document.activeElement;
  held = focused.closest("#word-tools") ? focused.textContent : focused.matches(WORD) ? "word" : null;
  [chosen, expected] = [at, to];
  change(to);
}

// The tools of a word, below it.
function showTools(at) {
  byId("word-tools")?.remove();
  chosen = at === null || !spans ? null : Math.min(at, tokens.length - 1);
  const word =
    chosen !== null && [...result.querySelectorAll(`text[data-hyp], ${LINE}`)].find(one => placeOf(one) === chosen);
  if (!word) return;
  const tool = (sign, label, act, able = true) =>
    h(
      "button",
      { class: "chip", disabled: !able, "aria-label": label, title: label, onclick: () => act(chosen) },
      sign
    );
  const name = `“${tokens[chosen]}”`;
  const node = h(
    "div",
    { id: "word-tools", role: "group", "aria-label": `The word ${name}` },
    tool("←", `Move ${name} left (Alt+←)`, KEYS.ArrowLeft, chosen > 0),
    tool("✕", `Strike out ${name} (Delete)`, strike),
    tool("→", `Move ${name} right (Alt+→)`, KEYS.ArrowRight, chosen < tokens.length - 1),
    past.length > 0 && tool("↶", "Undo", undo)
  );
  result.append(node);
  const [place, room] = [word.getBoundingClientRect(), result.getBoundingClientRect()];
  node.style.top = `${place.bottom - room.top + 3}px`;
  node.style.left = `${Math.max(0, Math.min(room.width - node.offsetWidth, (place.left + place.right - node.offsetWidth) / 2 - room.left))}px`;
}
