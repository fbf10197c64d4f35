// Pictures of a segment: words linked with words, and edits.
const measure = document.createElement("canvas").getContext("2d");

const SIZE = 20; // of a word, in the units of a picture
const [UPPER, LOWER, HIGH] = [32, 198, 230]; // baselines of both lines, and the height
const [LEAST, MOST] = [18, 56]; // the gap between words

// Words in a row: the middle and the half width of each; as far apart as the room allows.
function wordsAcross(tokens, room) {
  measure.font = `${SIZE}px system-ui, sans-serif`;
  const widths = tokens.map((token) => Math.max(14, measure.measureText(shown(token)).width));
  const sum = widths.reduce((one, other) => one + other, 0);
  const gap = Math.min(MOST, Math.max(LEAST, (room - sum) / (tokens.length + 1)));
  let end = 0;
  return { wide: sum + gap * (tokens.length + 1), words: widths.map((width) => {
    end += gap + width;
    return { middle: end - width / 2, half: width / 2, gap };
  }) };
}

// Links as they are packed: steps from the end of the one before, words, stage, and whether a chunk begins.
function linksOf(packed) {
  const found = [];
  let [hyp, ref, chunk] = [0, 0, 0];
  for (let k = 0; k < packed.length; k += 6) {
    const [i, j] = [hyp + packed[k], ref + packed[k + 1]];
    chunk += packed[k + 5];
    found.push({ i, j, m: packed[k + 2], n: packed[k + 3], stage: packed[k + 4], chunk });
    [hyp, ref] = [i + packed[k + 2], j + packed[k + 3]];
  }
  return found;
}

// How a link is drawn says by which stage it was found: the first stage is a plain line.
const DASHES = ["none", "7 4", "2 4", "10 3 2 3"];
const dashOf = (stage) => DASHES[Math.min(stage, DASHES.length - 1)];

// Candidate above, reference below: whole chunks in brackets, a curve and a number for each. A bracket is a path for every
// link, in the dashes of its stage. `dropped` are pairs that could have been linked. A chunk bears its number, or a label
// of its links, which may be empty; `room` is the width to fill.
function linkFigure(hyp, ref, links, label, { dropped = [], names = ["candidate", "reference"], room = 0 } = {}) {
  const lines = [wordsAcross(hyp, room), wordsAcross(ref, room)];
  const width = Math.max(60, ...lines.map(({ wide }) => wide));
  const mirrored = isRightToLeft([...hyp, ...ref]);
  const [top, bottom] = lines.map(({ wide, words }) => words.map(({ middle, half, gap }) => ({ half, gap, middle: mirrored ? (width + wide) / 2 - middle : (width - wide) / 2 + middle })));
  const made = svg("svg", { width, height: HIGH, viewBox: `0 0 ${width} ${HIGH}`, role: "img", "font-size": SIZE });
  const words = links.map((link) => `${hyp.slice(link.i, link.i + link.m).join(" ")} with ${ref.slice(link.j, link.j + link.n).join(" ")}`);
  put(made, [svg("title", {}, shown(`${label}: ${counted(links.length, "link")}. ${words.join("; ")}`))]);
  for (const { i, j } of dropped) {
    const [x1, x2] = [top[i].middle, bottom[j].middle];
    const pair = { "data-hyp": i, "data-ref": j };
    put(made, [svg("path", { d: curve(x1, x2), fill: "none", "stroke-width": 1, class: "tie left", "stroke-dasharray": "1 5", ...pair }),
      svg("text", { x: (x1 + x2) / 2, y: (UPPER + LOWER) / 2, "text-anchor": "middle", class: "tie chunk-number", ...pair }, "\u00d7")]);
  }
  const chunks = [];
  for (const link of links) (chunks[link.chunk] ??= []).push(link);
  put(made, Object.values(chunks).map((chunk) => {
    const ends = [spanOf(top, chunk, "i", "m"), spanOf(bottom, chunk, "j", "n")];
    const [x1, x2] = ends.map(([from, to]) => (from + to) / 2);
    const mark = chunk[0].label ?? chunk[0].chunk;
    return svg("g", { class: `chunk group${(chunk[0].colour ?? chunk[0].chunk) % 6}` },
      svg("path", { d: curve(x1, x2), fill: "none", stroke: "currentColor", "stroke-width": 2, class: "curve", pathLength: 1 }),
      svg("path", { d: ends.map(([from, to], k) => hook(from, k) + hook(to, k)).join(""), fill: "none", stroke: "currentColor", "stroke-width": 2 }),
      chunk.map((link) => svg("path", { d: bracket(top, link.i, link.m, ends[0], 0) + bracket(bottom, link.j, link.n, ends[1], 1), fill: "none", stroke: "currentColor", "stroke-width": 2, class: "tie", "stroke-dasharray": dashOf(link.stage), "data-hyp": link.i, "data-ref": link.j })),
      mark === "" ? null : [svg("circle", { cx: x1, cy: UPPER + 34, r: 10.5, "stroke-width": 2, stroke: "currentColor", class: "chunk-disc" }),
        svg("text", { x: x1, y: UPPER + 38.5, "text-anchor": "middle", class: "chunk-number" }, mark)]);
  }));
  put(made, [wordRow(hyp, top, UPPER, "hyp", looksOf(links, dropped, "i", "m")), wordRow(ref, bottom, LOWER, "ref", looksOf(links, dropped, "j", "n"))]);
  const axis = { x: mirrored ? width : 0, "text-anchor": mirrored ? "end" : "start", class: "axis" };
  put(made, [svg("text", { ...axis, y: 9 }, names[0]), svg("text", { ...axis, y: HIGH - 3 }, names[1])]);
  return el("div", { class: "link-figure", role: "group", tabindex: 0, "aria-label": label }, made);
}

// The left and the right end of a chunk in one line of words.
function spanOf(places, chunk, first, count) {
  const words = chunk.flatMap((link) => places.slice(link[first], link[first] + link[count]));
  return [Math.min(...words.map(({ middle, half }) => middle - half - 3)), Math.max(...words.map(({ middle, half }) => middle + half + 3))];
}

// One link's part of its bracket, below the upper line or above the lower one, with half of the gaps beside it.
const LEVELS = [UPPER + 14, LOWER - 26];
function bracket(places, first, count, [start, end], line) {
  const inside = (place, side) => Math.min(end, Math.max(start, place.middle + side * (place.half + place.gap / 2 + 0.5)));
  const ends = [places[first], places[first + count - 1]].sort((one, other) => one.middle - other.middle);
  return `M${inside(ends[0], -1)} ${LEVELS[line]}H${inside(ends[1], 1)}`;
}

const hook = (x, line) => `M${x} ${LEVELS[line]}v${line ? 7 : -7}`;
const curve = (x1, x2) => `M${x1} ${LEVELS[0]}V${UPPER + 26}C${x1} ${UPPER + 92} ${x2} ${LOWER - 92} ${x2} ${LEVELS[1]}`;

// Whether most words belong to a script that runs from right to left.
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const isRightToLeft = (tokens) => 2 * tokens.filter((token) => RIGHT_TO_LEFT.test(token)).length > tokens.length;

// Words that are linked, words whose link was dropped; all others are free.
function looksOf(links, dropped, first, count) {
  const looks = new Map(dropped.map((pair) => [pair[first], "word dropped"]));
  for (const link of links) for (let k = 0; k < link[count]; k++) looks.set(link[first] + k, "word");
  return looks;
}

function wordRow(tokens, places, y, side, looks) {
  return tokens.map((token, k) => [svg("text", { x: places[k].middle, y, "text-anchor": "middle", class: looks.get(k) ?? "word free", [`data-${side}`]: k }, shown(token)),
    looks.has(k) ? null : svg("path", { d: `M${places[k].middle - places[k].half} ${y + 7}h${2 * places[k].half}`, class: "free-line", "stroke-dasharray": "1.5 3" })]);
}

// How many pairs of links cross: those in one order above and in the other below. A tree of sums (Fenwick 1994) counts
// the links so far that end further right.
function crossingsOf(links) {
  const size = Math.max(0, ...links.map(({ j }) => j)) + 1;
  const tree = new Uint32Array(size + 1);
  let count = 0;
  [...links].sort((one, other) => one.i - other.i).forEach(({ j }, before) => {
    count += before;
    for (let k = j + 1; k; k -= k & -k) count -= tree[k];
    for (let k = j + 1; k <= size; k += k & -k) tree[k]++;
  });
  return count;
}

// The links among the words of one stretch of both texts, and buttons to the stretches before and after it.
const STRETCH = 200;

function linkFigures(hyp, ref, links, label) {
  const size = Math.max(hyp.length, ref.length);
  if (size <= STRETCH) return linkFigure(hyp, ref, links, label);
  const holder = el("div");
  const draw = (first) => {
    const last = Math.min(size, first + STRETCH);
    const here = links.filter(({ i, j, m, n }) => Math.min(i, j) >= first && Math.max(i + m, j + n) <= last);
    const step = (to, text) => el("button", { type: "button", disabled: to < 0 || to >= size, onclick: () => draw(to) }, text);
    put(clear(holder), [
      el("p", { class: "tools" }, step(first - STRETCH, "←"), ` words ${first + 1} to ${last} of ${size.toLocaleString("en")} `, step(last, "→"),
        ` ${counted(here.length, "link")} of ${links.length.toLocaleString("en")} within them`),
      linkFigure(hyp.slice(first, last), ref.slice(first, last), here.map((link) => ({ ...link, i: link.i - first, j: link.j - first })), label),
    ]);
  };
  draw(0);
  return holder;
}

// Edits in columns that wrap like a text: the candidate above, what is done, the reference below.
const MARKS = ["", "S", "I", "D", "J"];

// What is done, column by column: the operation, and the words' places in candidate and reference, −1 where there is none.
// PER takes the reference's words in any order.
function editsOf([operations, order, , places]) {
  let [i, j] = [0, 0];
  return [...operations].map(Number).map((operation) => {
    const [ours, theirs] = [operation >= 3 ? -1 : i++, operation === 2 || operation === 4 ? -1 : j++];
    return [operation, order?.[ours] ?? ours, places?.[theirs] ?? theirs];
  });
}

function editFigure(hyp, ref, packed, label) {
  const moves = packed[2] ?? [];
  const list = el("ol", { class: "edits", "aria-label": label });
  const [origins, movedTo] = [new Map(), new Map()];
  moves.forEach(([, origin, ...columns], k) => {
    origins.set(origin, [...(origins.get(origin) ?? []), k + 1]);
    for (const column of columns) if (!movedTo.has(column)) movedTo.set(column, k);
  });
  const columns = editsOf(packed).map(([operation, ours, theirs]) => [operation, hyp[ours] ?? "", ref[theirs] ?? ""]);
  return someOf(list, columns.length + 1, (first, last) => columns.slice(first, last).map(([operation, ours, theirs], k) =>
    [origins.has(first + k) && originMark(origins.get(first + k)), editColumn(operation, ours, theirs, movedTo.get(first + k) ?? -1)])
    .concat(last > columns.length && origins.has(columns.length) ? [originMark(origins.get(columns.length))] : []), STRETCH);
}

function originMark(shifts) {
  return el("li", { class: "from" }, el("span", {}, "▿", shifts.join(","), el("span", { class: "visually-hidden" }, " shift from here")));
}

function editColumn(operation, ours, theirs, moved) {
  const struck = operation === 1 ? "sub" : operation === 2 ? "ins" : "";
  const word = el("bdi", { class: `${struck}${moved >= 0 ? " moved" : ""}`.trim() }, shown(ours) || "\u00a0");
  return el("li", {},
    el("span", {}, word, moved >= 0 && el("sup", {}, moved + 1)),
    el("span", { class: "mark" }, MARKS[operation] || "\u00a0"),
    el("bdi", { class: operation === 1 || operation === 3 ? "put" : "dim" }, shown(theirs) || "\u00a0"));
}
