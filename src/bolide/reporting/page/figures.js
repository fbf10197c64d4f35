// Pictures of a segment: words linked with words, and edits.
const measure = document.createElement("canvas").getContext("2d");

function wordsAcross(tokens) {
  measure.font = "15px system-ui, sans-serif";
  let x = 8;
  return tokens.map((token) => {
    const wide = Math.max(12, measure.measureText(shown(token)).width);
    const middle = x + wide / 2;
    x += wide + 16;
    return { middle, end: x };
  });
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

// Candidate above, reference below, a line for each link; `dropped` are pairs that could have been linked. A link bears the
// number of its chunk, or a label of its own, which may be empty.
function linkFigure(hyp, ref, links, label, { dropped = [], names = ["candidate", "reference"] } = {}) {
  const [top, bottom] = [wordsAcross(hyp), wordsAcross(ref)];
  const width = Math.max(60, top.at(-1)?.end ?? 0, bottom.at(-1)?.end ?? 0);
  const mirrored = isRightToLeft([...hyp, ...ref]);
  if (mirrored) for (const place of [...top, ...bottom]) place.middle = width - place.middle;
  const made = svg("svg", { width, height: 190, viewBox: `0 0 ${width} 190`, role: "img" });
  const words = links.map((link) => `${hyp.slice(link.i, link.i + link.m).join(" ")} with ${ref.slice(link.j, link.j + link.n).join(" ")}`);
  put(made, [svg("title", {}, shown(`${label}: ${counted(links.length, "link")}. ${words.join("; ")}`))]);
  const [discs, taken] = [[], []];
  for (const link of links) {
    const [x1, x2] = [middleOf(top, link.i, link.m), middleOf(bottom, link.j, link.n)];
    const colour = `c${link.chunk % 6}`;
    const places = { "data-hyp": link.i, "data-ref": link.j };
    put(made, [svg("path", { d: curve(x1, x2), fill: "none", "stroke-width": 2, class: `tie ${colour}`, "stroke-dasharray": dashOf(link.stage), ...places })]);
    const mark = link.label ?? link.chunk;
    if (mark === "") continue;
    const { x, y } = freePlace(x1, x2, taken);
    discs.push(svg("g", { class: "tie", ...places }, svg("circle", { cx: x, cy: y, r: 8.5, class: `chunk-disc ${colour}` }),
      svg("text", { x, y: y + 4, "text-anchor": "middle", class: "chunk-number" }, mark)));
  }
  for (const { i, j } of dropped) {
    const [x1, x2] = [top[i].middle, bottom[j].middle];
    put(made, [svg("path", { d: curve(x1, x2), fill: "none", "stroke-width": 1, class: "tie left", "stroke-dasharray": "1 5", "data-hyp": i, "data-ref": j })]);
    const { x, y } = freePlace(x1, x2, taken);
    discs.push(svg("text", { x, y: y + 4, "text-anchor": "middle", class: "tie chunk-number", "data-hyp": i, "data-ref": j }, "\u00d7"));
  }
  put(made, [discs]);
  put(made, [wordRow(hyp, top, 36, "hyp", looksOf(links, dropped, "i", "m")), wordRow(ref, bottom, 162, "ref", looksOf(links, dropped, "j", "n"))]);
  const axis = { x: mirrored ? width : 0, "text-anchor": mirrored ? "end" : "start", class: "axis" };
  put(made, [svg("text", { ...axis, y: 14 }, names[0]), svg("text", { ...axis, y: 186 }, names[1])]);
  return el("div", { class: "link-figure", role: "group", tabindex: 0, "aria-label": label }, made);
}

// Whether most words belong to a script that runs from right to left.
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const isRightToLeft = (tokens) => 2 * tokens.filter((token) => RIGHT_TO_LEFT.test(token)).length > tokens.length;

const middleOf = (places, first, count) => (places[first].middle + places[first + count - 1].middle) / 2;
const curve = (x1, x2) => `M${x1} 46C${x1} 100 ${x2} 90 ${x2} 144`;

// A point of that curve for its number: near its upper end, where few others are, unless another number is there.
function freePlace(x1, x2, taken) {
  const points = [0.21, 0.13, 0.31, 0.79, 0.69, 0.87].map((t) => {
    const s = 1 - t;
    return { x: (s + 3 * t) * s * s * x1 + (t + 3 * s) * t * t * x2, y: 46 * s ** 3 + 300 * s * s * t + 270 * s * t * t + 144 * t ** 3 };
  });
  const free = points.find((point) => taken.every((other) => Math.hypot(point.x - other.x, point.y - other.y) > 18)) ?? points[0];
  taken.push(free);
  return free;
}

// Words that are linked, words whose link was dropped; all others are free.
function looksOf(links, dropped, first, count) {
  const looks = new Map(dropped.map((pair) => [pair[first], "word dropped"]));
  for (const link of links) for (let k = 0; k < link[count]; k++) looks.set(link[first] + k, "word");
  return looks;
}

function wordRow(tokens, places, y, side, looks) {
  return tokens.map((token, k) => svg("text", { x: places[k].middle, y, "text-anchor": "middle", class: looks.get(k) ?? "word free", [`data-${side}`]: k }, shown(token)));
}

// How many pairs of links cross.
function crossingsOf(links) {
  let count = 0;
  links.forEach((one, k) => { for (const other of links.slice(k + 1)) count += (one.i - other.i) * (one.j - other.j) < 0 ? 1 : 0; });
  return count;
}

// Edits in columns that wrap like a text: the candidate above, what is done, the reference below.
const MARKS = ["", "S", "I", "D", "J"];

function editFigure(hyp, ref, packed, glue, label) {
  const [operations, order, moves] = [packed[0], packed[1] ?? hyp.map((_, k) => k), packed[2] ?? []];
  const places = packed[3] ?? ref.map((_, k) => k); // PER takes the reference's words in any order
  const list = el("ol", { class: "edits", "aria-label": label });
  let [i, j] = [0, 0];
  const origins = new Map();
  moves.forEach(([, origin], k) => origins.set(origin, [...(origins.get(origin) ?? []), k + 1]));
  [...operations].forEach((digit, column) => {
    const operation = Number(digit);
    const ours = operation >= 3 ? "" : hyp[order[i++]];
    const theirs = operation === 2 || operation === 4 ? "" : ref[places[j++]];
    const moved = moves.findIndex((move) => move.slice(2).includes(column));
    put(list, [origins.has(column) && originMark(origins.get(column)), editColumn(operation, ours, theirs, moved)]);
  });
  if (origins.has(operations.length)) put(list, [originMark(origins.get(operations.length))]);
  return list;
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
