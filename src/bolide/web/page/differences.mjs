// Words of a text that another output or the references lack, each word of theirs serving once.
import { h } from "./dom.mjs";

// Words with the space behind them; text without spaces goes by characters.
function words(text) {
  const found = text.match(/\S+\s*/g) ?? [];
  return found.length > 1 || text.length < 12 ? found : [...text];
}

const bare = (word) => word.trim();

// For each word whether the bag has it, each of the bag's words serving once.
function inBag(some, bag) {
  const left = new Map();
  for (const word of bag.map(bare)) left.set(word, (left.get(word) ?? 0) + 1);
  return some.map((word) => {
    const many = left.get(bare(word)) ?? 0;
    if (many) left.set(bare(word), many - 1);
    return many > 0;
  });
}

// A text as nodes: words that the other output lacks are marked, words that no reference has are dotted.
export function markedText(text, other, refs) {
  const mine = words(text);
  const shared = other === null ? null : inBag(mine, words(other));
  const known = refs.map((ref) => inBag(mine, words(ref)));
  return joined(mine, (k) => [shared && !shared[k] && "differs", !known.some((bag) => bag[k]) && "foreign"].filter(Boolean).join(" "));
}

// Words of one kind that follow each other are marked together, without the space behind the last.
function joined(words_, kindOf) {
  const nodes = [];
  for (let first = 0, last; first < words_.length; first = last) {
    const kind = kindOf(first);
    for (last = first + 1; last < words_.length && kindOf(last) === kind; ) last++;
    const text = words_.slice(first, last).join("");
    if (kind) nodes.push(h("span", { class: kind }, text.trimEnd()), text.slice(text.trimEnd().length));
    else nodes.push(text);
  }
  return nodes;
}

// A reference as nodes: words that none of the outputs has are underlined.
export function markedReference(ref, outputs) {
  const mine = words(ref);
  const found = outputs.map((text) => inBag(mine, words(text)));
  return joined(mine, (k) => (found.some((bag) => bag[k]) ? "" : "missing"));
}
