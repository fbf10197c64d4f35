// Marks: the evidence on the tokens. They arrive by column; this reads them by number.

export class Marks {
  // `letters`: the tokens are single characters, and a mark covers as many as its text has.
  constructor(data, letters = false, spaces = false) {
    this.columns = data;
    this.size = data.text.length;
    this.letters = letters;
    this.spaces = spaces;
    this.layerOf = data.details.map(layer); // asked often, so found out once
    this.tokenMarks = this.all(k => data.hyp[k].length > 0 || data.ref[k].length > 0);
    this.mainReference =
      data.reference[this.tokenMarks.find(k => data.ref[k].length > 0 && data.reference[k] !== null)] ?? null;
  }

  at(k) {
    const one = {};
    for (const name of Object.keys(this.columns)) one[name] = this.columns[name][k];
    return one;
  }

  all(keep = () => true) {
    const found = [];
    for (let k = 0; k < this.size; k++) if (keep(k)) found.push(k);
    return found;
  }

  // The evidence of columns of the row: the marks that add to them. Of chunks it is whole chunks, not their first words.
  evidence(columns) {
    const adding = this.all(k => columns.some(column => this.columns.adds[k][column]));
    if (!columns.every(column => column.includes("chunk"))) return adding;
    const chunks = new Set(adding.map(k => this.columns.details[k].chunk));
    return this.all(k => chunks.has(this.columns.details[k].chunk));
  }

  // How many tokens a mark covers from each of its positions.
  width(k) {
    const { details, text } = this.columns;
    if (this.letters && details[k].unit === "word")
      return [...(this.spaces ? text[k] : text[k].replaceAll(" ", ""))].length;
    return details[k].order ?? 1;
  }

  // Whether the reference's own n-grams count: then what the candidate lacks is missed, and otherwise of no concern.
  countsReference(k) {
    return this.columns.counts_reference[k];
  }

  onTokens(k) {
    return this.columns.hyp[k].length > 0 || this.columns.ref[k].length > 0;
  }

  layers() {
    return [...new Set(this.tokenMarks.map(k => this.layerOf[k]))];
  }

  // The marks on tokens by a name of theirs, with how many there are.
  tally(nameOf, keep = () => true) {
    const found = new Map();
    for (const k of this.tokenMarks) if (keep(k)) found.set(nameOf(k), (found.get(nameOf(k)) ?? 0) + 1);
    return found;
  }
}

// What the states of tokens are called, where it is not their name.
const SAID = {
  free: "not matched",
  dim: "not among them",
  ok: "right",
  substitute: "replaced",
  insert: "too many",
  delete: "missing",
  shift: "moved"
};
export const saidOf = kind => SAID[kind] ?? kind;

// Marks fall into layers: n-grams of each order, of words or of characters. METEOR's have one layer only.
function layer({ order, unit }) {
  if (order === undefined) return "";
  if (order === 1) return { char: "characters", word: "words", undefined: "words" }[unit] ?? unit;
  return `${unit ? `${unit} ` : ""}${order}-grams`;
}

// Which tokens of the candidate and of each reference the chosen marks cover, and in what state.
export function cover(marks, chosen, hypSize, refSizes) {
  const hyp = new Array(hypSize).fill(null);
  const refs = refSizes.map(size => new Array(size).fill(null));
  for (const k of chosen) {
    const { kind, hyp: places, ref, reference, details } = marks.at(k);
    const width = marks.width(k);
    if (!marks.onTokens(k)) {
      paint(reference === null ? hyp : refs[reference], [0], reference === null ? hypSize : refSizes[reference], {
        kind: "counted"
      });
      continue;
    }
    places.forEach((place, turn) => paint(hyp, [place], width, state(kind, details, turn, k)));
    if (reference === null || !refs[reference]) continue;
    const [found, left] = copies(kind, places, ref);
    paint(refs[reference], found, width, state(kind, details, 0, k));
    if (marks.countsReference(k)) paint(refs[reference], left, width, { kind: "missed", chunk: null, mark: k });
  }
  return { hyp, refs };
}

// A reference may hold more copies of an n-gram than the candidate: the first ones are matched, the rest are left over.
function copies(kind, places, ref) {
  const found = kind === "credited" || kind === "clipped" ? places.length : ref.length;
  return [ref.slice(0, found), ref.slice(found)];
}

// Of a clipped n-gram the first occurrences are credited, the rest are not.
function state(kind, details, turn, mark) {
  if (kind === "matched") return { kind: details.stage ?? kind, chunk: details.chunk ?? null, mark };
  const shown = kind === "clipped" ? (turn < (details.credited ?? 0) ? "credited" : "clipped") : kind;
  return { kind: shown, chunk: details.chunk ?? null, mark };
}

// Where several marks cover a token the latest of these wins, and a match or an edit of any kind over all of them.
const RANK = ["unmatched", "dropped", "missed", "clipped", "ok", "shift"];
const rank = ({ kind }) => (RANK.includes(kind) ? RANK.indexOf(kind) : RANK.length);

function paint(line, places, width, what) {
  for (const place of places) {
    for (let at = place; at < Math.min(place + width, line.length); at++) {
      if (line[at] === null || rank(what) > rank(line[at])) line[at] = what;
    }
  }
}
