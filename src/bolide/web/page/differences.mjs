// Where two texts differ, word by word (a longest common subsequence), and which words a reference has.
import { h } from "./dom.mjs";

const MOST = 160_000; // cells of a table; longer texts are compared as bags of words

// Words with the space behind them; text without spaces goes by characters.
export function words(text) {
  const found = text.match(/\S+\s*/g) ?? [];
  return found.length > 1 || text.length < 12 ? found : [...text];
}

const bare = (word) => word.trim();

// For each word of `one` whether `two` has it in the same order.
export function common(one, two) {
  const a = one.map(bare);
  const b = two.map(bare);
  if (a.length * b.length > MOST) return inBag(a, b);
  const wide = b.length + 1;
  const table = new Uint16Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const down = table[(i + 1) * wide + j];
      const right = table[i * wide + j + 1];
      table[i * wide + j] = a[i] === b[j] ? table[(i + 1) * wide + j + 1] + 1 : Math.max(down, right);
    }
  }
  const shared = a.map(() => false);
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      shared[i] = true;
      i++;
      j++;
    } else if (table[(i + 1) * wide + j] >= table[i * wide + j + 1]) i++;
    else j++;
  }
  return shared;
}

// For each word whether the bag has it, each of the bag's words serving once.
export function inBag(some, bag) {
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
  const shared = other === null ? null : common(mine, words(other));
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
    if (kind) nodes.push(h("span", { className: kind }, text.trimEnd()), text.slice(text.trimEnd().length));
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
