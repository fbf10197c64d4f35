// Formulas as MathML, from the line in which Python writes them: fractions, powers, indices; words stay words.
const PIECE =
  /\s*(?:(?<number>\d[\d,]*(?:\.\d+)?(?:e[−-]\d+)?(?![\d-]*-\p{L}))|(?<word>(?:\d+-)?\p{L}[\p{L}\p{N}′-]*[₀-₉ₙₚᵣ]*)|(?<power>[²³])|(?<sign>[=+−·×/^(),:;>Σ…]))/uy;
const INDICES = new Map(
  [..."₀₁₂₃₄₅₆₇₈₉"]
    .map((sign, k) => [sign, String(k)])
    .concat([
      ["ₙ", "n"],
      ["ₚ", "p"],
      ["ᵣ", "r"]
    ])
);
const POWERS = { "²": "2", "³": "3" };

const MATHML = "http://www.w3.org/1998/Math/MathML";

function math(tag, ...children) {
  const made = document.createElementNS(MATHML, tag);
  made.append(...children);
  return made;
}

// A formula as MathML; what is no formula but a few words stays text.
export function typeset(text) {
  const made = parsed(piecesOf(text));
  return made ? math("math", made) : text;
}

// The same with elements among its pieces, such as buttons, which MathML would hide: spans of their own looks. Null where
// it is no formula.
export function typesetAround(parts) {
  const pieces = parts.map(part => (typeof part === "string" ? piecesOf(part) : [{ node: part }]));
  const made = pieces.every(Boolean) && parsed(pieces.flat());
  return made ? inSpans(made) : null;
}

function inSpans(node) {
  if (node.namespaceURI !== MATHML) return node;
  const made = document.createElement(node.localName === "msup" ? "sup" : "span");
  if (node.localName === "msup") {
    const [base, raised] = [...node.children].map(inSpans);
    made.append(raised);
    base.append(made);
    return base;
  }
  made.className = node.localName;
  made.append(
    ...[...node.childNodes].map(child => (child.nodeType === Node.TEXT_NODE ? child.cloneNode() : inSpans(child)))
  );
  return made;
}

function parsed(pieces) {
  if (!pieces?.some(({ sign, power }) => power || (sign && sign !== ","))) return null;
  return new Parser(pieces).row();
}

function piecesOf(text) {
  const found = [];
  PIECE.lastIndex = 0;
  for (let match; PIECE.lastIndex < text.trimEnd().length;) {
    if (!(match = PIECE.exec(text))) return null;
    const { number, word, power, sign } = match.groups;
    const before = found.at(-1);
    if (word && before?.word) before.word += ` ${word}`;
    else found.push({ number, word, power, sign });
  }
  return found;
}

class Parser {
  constructor(pieces) {
    this.pieces = pieces;
    this.at = 0;
  }

  sign(...wanted) {
    const found = this.pieces[this.at]?.sign;
    if (!wanted.includes(found)) return null;
    this.at++;
    return found;
  }

  // All that is left; null where it is not a formula after all.
  row() {
    const made = this.sum("=", "+", "−", ",", ":", ";", ">");
    return made && this.at === this.pieces.length ? made : null;
  }

  sum(...signs) {
    const made = math("mrow");
    for (let sign = this.sign("−"); ; sign = this.sign(...signs)) {
      if (sign) made.append(math("mo", sign));
      else if (made.childElementCount) return made;
      const next = this.product();
      if (!next) return null;
      made.append(next);
    }
  }

  product() {
    let made = math("mrow");
    if (this.sign("Σ")) made.append(math("mo", "Σ"));
    for (let sign = null; ;) {
      const next = this.powered();
      if (!next) return null;
      if (sign === "/") {
        const whole = math("mfrac", bare(made), bare(next));
        made = math("mrow", whole);
      } else made.append(...(sign ? [math("mo", sign)] : []), next);
      sign = this.sign("·", "×", "/");
      if (!sign) return made;
    }
  }

  powered() {
    const base = this.atom();
    if (!base) return null;
    const { power } = this.pieces[this.at] ?? {};
    if (power) {
      this.at++;
      return math("msup", base, math("mn", POWERS[power]));
    }
    if (!this.sign("^")) return base;
    const raised = this.atom();
    return raised && math("msup", base, bare(raised));
  }

  atom() {
    if (this.sign("(")) {
      const inside = this.sum("+", "−", ",");
      return inside && this.sign(")") ? math("mrow", math("mo", "("), inside, math("mo", ")")) : null;
    }
    if (this.sign("…")) return math("mi", "…");
    const { number, word, node } = this.pieces[this.at] ?? {};
    this.at++;
    if (node) return math("mrow", node);
    if (number) return math("mn", number);
    if (!word) return null;
    const called = /^(exp|ln|log|min|max)$/.test(word) && this.atom();
    return called ? math("mrow", math("mi", word), called) : named(word);
  }
}

// In a fraction or an exponent brackets say nothing.
function bare(node) {
  const [first] = node.children;
  if (node.childElementCount === 1 && first.localName === "mrow") return bare(first);
  const isBracketed =
    node.localName === "mrow" && node.childElementCount === 3 && first.textContent === "(" && first.localName === "mo";
  return isBracketed ? node.children[1] : node;
}

// A letter, a letter with an index such as p₂ or p2, or words.
function named(word) {
  const [, letter, index] = word.match(/^(\p{L}{1,2}?)([₀-₉ₙₚᵣ]+|\d+)$/u) ?? [];
  if (index)
    return math("msub", math("mi", letter), math("mi", [...index].map(sign => INDICES.get(sign) ?? sign).join("")));
  return word.length === 1 || /^(BP|Fmean)$/.test(word) ? math("mi", word) : math("mtext", word);
}
