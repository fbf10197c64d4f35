// Pictures of a segment: words linked with words, and edits.
const measure = document.createElement("canvas").getContext("2d");

const SIZE = 20; // of a word, in the units of a picture
const [UPPER, LOWER, HIGH] = [32, 198, 230]; // baselines of both lines, and the height
const PITCH = HIGH + 18; // from one band of both lines to the next
const [LEAST, MOST] = [18, 56]; // the gap between words
const LEVELS = [UPPER + 14, LOWER - 26]; // of brackets

// A line of words in bands of equal shares, as far apart as the room allows, and where each band ends. No phrase is broken.
function wordsAcross({ widths, looks }, bands, room) {
  const gap = Math.min(MOST, Math.max(LEAST, (room * bands - lengthOf(widths, 0)) / (widths.length + bands)));
  const [ends, whole] = [{}, lengthOf(widths, gap) / bands];
  let [y, end, before] = [0, 0, 0];
  const words = widths.map((width, k) => {
    const top = PITCH * Math.floor((before + gap + width / 2) / whole);
    if (top > y && looks.get(k) !== "word on") [y, end] = [top, 0];
    before += gap + width;
    end += gap + width;
    ends[y] = end + gap;
    return { middle: end - width / 2, half: width / 2, gap, y };
  });
  return { ends, words };
}

const lengthOf = (widths, gap) => widths.reduce((sum, width) => sum + width + gap, gap);

// Links as they are packed: steps from the end of the one before, words, stage, and whether a chunk begins.
function linksOf(packed) {
  const found = [];
  let [hyp, ref, chunk] = [0, 0, 0];
  for (let k = 0; k < packed.length; k += 6) {
    const [right, down, m, n, stage, begins] = packed.slice(k, k + 6);
    const [i, j] = [hyp + right, ref + down];
    chunk += begins;
    found.push({ i, j, m, n, stage, chunk });
    [hyp, ref] = [i + m, j + n];
  }
  return found;
}

const LINE = { fill: "none", stroke: "currentColor", "stroke-width": 2 };

// How a link is drawn says by which stage it was found: the first stage is a plain line.
const DASHES = ["none", "7 4", "2 4", "10 3 2 3"];
const dashOf = stage => DASHES[Math.min(stage, DASHES.length - 1)];

// Candidate above, reference below: whole chunks in brackets, a curve and a number for each, or a label of its links, which
// may be empty. A bracket is a path for every link, in the dashes of its stage. `dropped` are pairs that could have been
// linked. What is much wider than `room` is in several bands; a chunk from one to another has two numbers and no curve.
function linkFigure(hyp, ref, links, label, { dropped = [], names = ["candidate", "reference"], room = 0 } = {}) {
  measure.font = `${SIZE}px system-ui, sans-serif`;
  const sides = [
    [hyp, "i", "m"],
    [ref, "j", "n"]
  ].map(([tokens, ...which]) => ({
    looks: looksOf(links, dropped, ...which),
    widths: tokens.map(token => Math.max(14, measure.measureText(shown(token)).width))
  }));
  const bands = room ? Math.max(1, ...sides.map(({ widths }) => Math.ceil(lengthOf(widths, LEAST) / (1.3 * room)))) : 1;
  const lines = sides.map(side => wordsAcross(side, bands, room));
  const [width, height] = [
    Math.max(60, ...lines.flatMap(({ ends }) => Object.values(ends))),
    HIGH + PITCH * (bands - 1)
  ];
  const mirrored = isRightToLeft([...hyp, ...ref]);
  const [top, bottom] = lines.map(({ ends, words }) =>
    words.map(word => ({ ...word, middle: width / 2 + (mirrored ? -1 : 1) * (word.middle - ends[word.y] / 2) }))
  );
  const made = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "font-size": SIZE });
  const words = links.map(
    link => `${hyp.slice(link.i, link.i + link.m).join(" ")} with ${ref.slice(link.j, link.j + link.n).join(" ")}`
  );
  put(made, [svg("title", {}, shown(`${label}: ${counted(links.length, "link")}. ${words.join("; ")}`))]);
  for (const { i, j } of dropped) {
    const [{ middle: x1, y }, { middle: x2, y: other }] = [top[i], bottom[j]];
    if (y !== other) continue;
    const pair = { "data-hyp": i, "data-ref": j };
    put(made, [
      svg("path", {
        d: curve(x1, x2, y),
        fill: "none",
        "stroke-width": 1,
        class: "tie left",
        "stroke-dasharray": "1 5",
        ...pair
      }),
      svg(
        "text",
        { x: (x1 + x2) / 2, y: y + (UPPER + LOWER) / 2, "text-anchor": "middle", class: "tie chunk-number", ...pair },
        "\u00d7"
      )
    ]);
  }
  const chunks = {};
  for (const link of links) (chunks[[link.chunk, top[link.i].y, bottom[link.j].y]] ??= []).push(link);
  put(
    made,
    Object.values(chunks).map(chunk => {
      const ends = [spanOf(top, chunk, "i", "m"), spanOf(bottom, chunk, "j", "n")];
      const [x1, x2] = ends.map(([from, to]) => (from + to) / 2);
      const [{ i, j, chunk: number, label: text = number, colour = number }] = chunk;
      const ys = [top[i].y + LEVELS[0], bottom[j].y + LEVELS[1]];
      const whole = top[i].y === bottom[j].y;
      const mark = whole ? text : text || number;
      const discs =
        mark === ""
          ? []
          : [
              [x1, ys[0] + 20],
              [x2, ys[1] - 20]
            ].slice(0, 2 - whole);
      return svg(
        "g",
        { class: `chunk group${colour % 6}${whole ? "" : " apart"}` },
        svg("path", {
          d: whole ? curve(x1, x2, top[i].y) : `M${x1} ${ys[0]}v10M${x2} ${ys[1]}v-10`,
          ...LINE,
          class: "curve",
          pathLength: 1
        }),
        svg("path", {
          d: ends
            .map((both, k) => both.map(x => `M${x} ${ys[k]}v${k ? 7 : -7}`))
            .flat()
            .join(""),
          ...LINE
        }),
        chunk.map(link =>
          svg("path", {
            d: bracket(top, link.i, link.m, ends[0], 0) + bracket(bottom, link.j, link.n, ends[1], 1),
            ...LINE,
            class: "tie",
            "stroke-dasharray": dashOf(link.stage),
            "data-hyp": link.i,
            "data-ref": link.j
          })
        ),
        discs.map(([cx, cy]) => [
          svg("circle", { cx, cy, r: 10.5, "stroke-width": 2, stroke: "currentColor", class: "chunk-disc" }),
          svg("text", { x: cx, y: cy + 4.5, "text-anchor": "middle", class: "chunk-number" }, mark)
        ])
      );
    })
  );
  put(made, [wordRow(hyp, top, UPPER, "hyp", sides[0].looks), wordRow(ref, bottom, LOWER, "ref", sides[1].looks)]);
  const axis = { x: mirrored ? width : 0, "text-anchor": mirrored ? "end" : "start", class: "axis" };
  for (let y = 0; y < height; y += PITCH)
    put(made, [svg("text", { ...axis, y: y + 9 }, names[0]), svg("text", { ...axis, y: y + HIGH - 3 }, names[1])]);
  return el("div", { class: "link-figure", role: "group", tabindex: 0, "aria-label": label }, made);
}

// The left and the right end of a chunk in one line of words.
function spanOf(places, chunk, first, count) {
  const words = chunk.flatMap(link => places.slice(link[first], link[first] + link[count]));
  return [
    Math.min(...words.map(({ middle, half }) => middle - half - 3)),
    Math.max(...words.map(({ middle, half }) => middle + half + 3))
  ];
}

// One link's part of its bracket, below the upper line or above the lower one, with half of the gaps.
function bracket(places, first, count, [start, end], line) {
  const inside = (place, side) =>
    Math.min(end, Math.max(start, place.middle + side * (place.half + place.gap / 2 + 0.5)));
  const ends = [places[first], places[first + count - 1]].sort((one, other) => one.middle - other.middle);
  return `M${inside(ends[0], -1)} ${ends[0].y + LEVELS[line]}H${inside(ends[1], 1)}`;
}

const curve = (x1, x2, y) =>
  `M${x1} ${y + LEVELS[0]}v12C${x1} ${y + UPPER + 92} ${x2} ${y + LOWER - 92} ${x2} ${y + LEVELS[1]}`;

// Whether most words belong to a script that runs from right to left.
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const isRightToLeft = tokens => 2 * tokens.filter(token => RIGHT_TO_LEFT.test(token)).length > tokens.length;

// Words that are linked, words whose link was dropped; all others are free.
function looksOf(links, dropped, first, count) {
  const looks = new Map(dropped.map(pair => [pair[first], "word dropped"]));
  for (const link of links) for (let k = 0; k < link[count]; k++) looks.set(link[first] + k, k ? "word on" : "word");
  return looks;
}

function wordRow(tokens, places, y, side, looks) {
  return places.map(({ middle: x, half, y: top }, k) => [
    svg(
      "text",
      {
        x,
        y: y + top,
        "text-anchor": "middle",
        ...(RIGHT_TO_LEFT.test(tokens[k]) && { direction: "rtl" }),
        class: looks.get(k) ?? "word free",
        [`data-${side}`]: k
      },
      shown(tokens[k])
    ),
    looks.has(k)
      ? null
      : svg("path", { d: `M${x - half} ${y + top + 7}h${2 * half}`, class: "free-line", "stroke-dasharray": "1.5 3" })
  ]);
}

// How many pairs of links cross: those in one order above and in the other below.
const crossingsOf = links =>
  links.reduce((sum, { i, j }) => sum + links.filter(other => i < other.i && j > other.j).length, 0);

// Long texts are drawn in stretches of so many words, and no link from one to another.
const STRETCH = 200;

function linkFigures(hyp, ref, links, label) {
  const room = Math.min(1100, document.body.clientWidth - 40);
  const size = Math.max(hyp.length, ref.length);
  return someOf(
    el("div", {}, size > STRETCH && el("p", { class: "legend" }, `Links within every ${STRETCH} words.`)),
    size,
    (first, last) => {
      const here = links.filter(({ i, j, m, n }) => Math.min(i, j) >= first && Math.max(i + m, j + n) <= last);
      return [
        linkFigure(
          hyp.slice(first, last),
          ref.slice(first, last),
          here.map(link => ({ ...link, i: link.i - first, j: link.j - first })),
          label,
          { room }
        )
      ];
    },
    STRETCH
  );
}

// Edits in columns that wrap like a text: the candidate above, what is done, the reference below.
const MARKS = ["", "S", "I", "D", "J"];

// What is done, column by column: the operation, and the words' places in candidate and reference, −1 where there is none.
// PER takes the reference's words in any order.
function editsOf([operations, order, , places]) {
  let [i, j] = [0, 0];
  return [...operations].map(Number).map(operation => {
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
  return someOf(
    list,
    columns.length + 1,
    (first, last) =>
      columns
        .slice(first, last)
        .map(([operation, ours, theirs], k) => [
          origins.has(first + k) && originMark(origins.get(first + k)),
          editColumn(operation, ours, theirs, movedTo.get(first + k) ?? -1)
        ])
        .concat(last > columns.length && origins.has(columns.length) ? [originMark(origins.get(columns.length))] : []),
    STRETCH
  );
}

const originMark = shifts =>
  el(
    "li",
    { class: "from" },
    el("span", {}, "▿", shifts.join(","), el("span", { class: "visually-hidden" }, " shift from here"))
  );

function editColumn(operation, ours, theirs, moved) {
  const struck = operation === 1 ? "sub" : operation === 2 ? "ins" : "";
  const word = el("bdi", { class: `${struck}${moved >= 0 ? " moved" : ""}`.trim() }, shown(ours) || "\u00a0");
  return el(
    "li",
    {},
    el("span", {}, word, moved >= 0 && el("sup", {}, moved + 1)),
    el("span", { class: "mark" }, MARKS[operation] || "\u00a0"),
    el("bdi", { class: operation === 1 || operation === 3 ? "put" : "dim" }, shown(theirs) || "\u00a0")
  );
}
