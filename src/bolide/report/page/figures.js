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

function linkFigure(hyp, ref, links, stages, label) {
  const [top, bottom] = [wordsAcross(hyp), wordsAcross(ref)];
  const width = Math.max(60, top.at(-1)?.end ?? 0, bottom.at(-1)?.end ?? 0);
  const tied = [new Set(), new Set()];
  const made = svg("svg", { width, height: 190, viewBox: `0 0 ${width} 190`, role: "img" });
  const words = links.map((link) => `${hyp.slice(link.i, link.i + link.m).join(" ")} with ${ref.slice(link.j, link.j + link.n).join(" ")}`);
  put(made, [svg("title", {}, shown(`${label}: ${links.length} links. ${words.join("; ")}`))]);
  const discs = [];
  for (const link of links) {
    for (let k = 0; k < link.m; k++) tied[0].add(link.i + k);
    for (let k = 0; k < link.n; k++) tied[1].add(link.j + k);
    const x1 = (top[link.i].middle + top[link.i + link.m - 1].middle) / 2;
    const x2 = (bottom[link.j].middle + bottom[link.j + link.n - 1].middle) / 2;
    const colour = `c${link.chunk % 6}`;
    put(made, [svg("path", { d: `M${x1} 46C${x1} 100 ${x2} 90 ${x2} 144`, fill: "none", "stroke-width": 2, class: colour, "stroke-dasharray": link.stage ? "5 4" : "none" })]);
    discs.push([svg("circle", { cx: (x1 + x2) / 2, cy: 95, r: 8.5, class: `chunk-disc ${colour}` }),
      svg("text", { x: (x1 + x2) / 2, y: 99, "text-anchor": "middle", class: "chunk-number" }, link.chunk)]);
  }
  put(made, [discs]);
  const row = (tokens, places, y, known) => tokens.map((token, k) => svg("text", { x: places[k].middle, y, "text-anchor": "middle", class: known.has(k) ? "word" : "word free" }, shown(token)));
  put(made, [row(hyp, top, 36, tied[0]), row(ref, bottom, 162, tied[1])]);
  put(made, [svg("text", { x: 0, y: 14, class: "axis" }, "candidate"), svg("text", { x: 0, y: 186, class: "axis" }, "reference")]);
  return el("div", { class: "link-figure", role: "group", tabindex: 0, "aria-label": label }, made);
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
