// The pictures of a result at full width. Python draws them; here they are linked with the words and the evidence.
import { dashOf, download, fill, h, linkFigure, note, picture, saveSvg, standalone, svg } from "./dom.mjs";
import { walkable } from "./spotlight.mjs";

// The views of a kind, the first of which is shown at first.
const VIEWS = {
  alignment: [
    ["lines", "Two lines"],
    ["python", "Matrix"]
  ],
  edits: [
    ["python", "Edits"],
    ["lines", "Two lines"]
  ]
};
const MOST = 400; // words of a line that an eye can follow, in rows
const chosen = {}; // the visitor's view of a kind, from now on
let last = ""; // the links that were drawn last: only new ones are drawn one after the other

// How wide words may run in a picture of edits, in the card where it will stand.
export const roomIn = node => Math.max(180, Math.min(860, node.clientWidth - 150));

// The width inside a card of the result.
const cardRoom = () => Math.max(240, document.getElementById("result").clientWidth - 44);

// Whether an alignment is to be drawn as a matrix, which takes Python a while.
export const wantsMatrix = () => chosen.alignment === "python";

// `follow` leads from a bar to the number that it shows; `again` asks for pictures that are not drawn yet.
export function pictures(data, marks, follow, again) {
  const undrawn = data.undrawn.map(why => note(why, " The marks on the words above say the same."));
  return [
    ...undrawn,
    data.pictures.length > 0 &&
      h(
        "div",
        {
          class: `pictures${data.pictures.every(({ bars }) => bars.length && bars.every(({ label }) => label.length <= 17)) ? " of-bars" : ""}`
        },
        data.pictures.map(one =>
          one.kind === "bars" ? barPicture(one, follow) : shownPicture(one, data, marks, again)
        )
      )
  ];
}

// Bars as rows of the page, as wide as their card; the picture that is saved is Python's.
function barPicture(one, follow) {
  const share = value => `${100 * Math.min(1, Math.max(0, value))}%`;
  const fillOf = (value, className) => {
    const made = h("span", { class: className });
    made.style.width = share(value);
    return made;
  };
  const number = ({ step, number: name, shown, label }) =>
    step === null
      ? h("span", { class: "num" }, shown)
      : h(
          "button",
          {
            class: "link num",
            "aria-label": `${label}: ${shown}, show how`,
            onclick: () => follow({ step, name, link: {} })
          },
          shown
        );
  const saved = h("div", { class: "saved", "aria-hidden": "true" }, picture(one.svg));
  return h(
    "figure",
    { class: "card picture bars", "aria-label": one.title },
    h(
      "div",
      { class: "card-head" },
      h("h4", {}, one.title),
      h("div", { class: "row picture-tools" }, saving(saved, "bars"))
    ),
    h(
      "ul",
      { class: "bar-rows" },
      one.bars.map(bar =>
        h(
          "li",
          {},
          h("span", { class: "bar-label" }, bar.label),
          h(
            "span",
            { class: "bar-track", "aria-hidden": "true" },
            bar.behind !== null && fillOf(bar.behind, "bar-behind"),
            fillOf(bar.value, "bar-fill")
          ),
          number(bar)
        )
      )
    ),
    saved
  );
}

function shownPicture(one, data, marks, again) {
  const body = h("div", { class: "scroll" });
  const links = linksOf(one.kind, data, marks);
  const both = links && (one.kind === "edits" || one.matrix);
  const view = () => (both && chosen[one.kind]) || VIEWS[one.kind][0][0];
  const draw = () => fill(body, links && view() === "lines" ? twoLines(links, one, data, marks) : drawn(one, marks));
  const switches =
    both &&
    h(
      "div",
      { class: "row chips", role: "group", "aria-label": "How to draw it" },
      VIEWS[one.kind].map(([name, label]) =>
        h(
          "button",
          {
            class: "chip",
            "data-view": name,
            onclick: () => {
              chosen[one.kind] = name;
              if (name === "python" && !one.svg) return again();
              press();
              draw();
            }
          },
          label
        )
      )
    );
  const press = () =>
    [...(switches?.children ?? [])].forEach(button =>
      button.setAttribute("aria-pressed", String(button.dataset.view === view()))
    );
  press();
  draw();
  return h(
    "figure",
    { class: `card picture ${one.kind}`, "aria-label": one.title },
    h(
      "div",
      { class: "card-head" },
      h("h4", {}, one.title),
      h("div", { class: "row picture-tools" }, switches, saving(body, one.kind))
    ),
    body
  );
}

function saving(body, kind) {
  const file = kind === "bars" ? "bolide" : `bolide-${kind}`;
  const button = (form, save) =>
    h(
      "button",
      { class: "chip", "data-save": form, onclick: () => save(body.querySelector("svg"), file) },
      form.toUpperCase()
    );
  return h(
    "div",
    { class: "row", role: "group", "aria-label": "Save the picture as" },
    button("svg", saveSvg),
    button("png", savePng)
  );
}

// A picture drawn into a PNG. Nothing is fetched for it.
async function savePng(drawn, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, 8000 / Math.max(image.width, image.height, 1));
  canvas.width = Math.ceil(image.width * scale);
  canvas.height = Math.ceil(image.height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  download(`${name}.png`, "image/png", await new Promise(done => canvas.toBlob(done, "image/png")));
}

// Two alignments of the same reference, one beside the other; the words of both are theirs, so nothing lights up here.
export function sideBySide(found, names) {
  return h(
    "div",
    { class: "beside" },
    found.flatMap((all, at) =>
      all.map(one =>
        h(
          "figure",
          { class: `picture ${one.kind}`, "aria-label": `Candidate ${names[at]}: ${one.title}` },
          h("figcaption", { class: "note" }, `Candidate ${names[at]}`),
          h(
            "div",
            { class: "scroll", tabindex: "0", role: "group", "aria-label": `Picture of candidate ${names[at]}` },
            fit(picture(one.svg), 1, 0.6)
          )
        )
      )
    )
  );
}

function drawn({ svg, kind }, marks) {
  const made = picture(svg);
  // The card says the title; a file that is saved has it again.
  const { width, height } = made.viewBox.baseVal;
  made.dataset.whole = `0 0 ${width} ${height}`;
  const above = kind === "alignment" ? 30 : made.querySelector(".move") ? 16 : 28;
  made.setAttribute("viewBox", `0 ${above} ${width} ${height - above}`);
  fit(made, kind === "edits" ? 1.2 : 1.9, kind === "edits" ? 1 : 0.8);
  linkMarks(made, marks);
  return walkThrough(made, [...made.querySelectorAll(".tie, .edit:not(.ok), .move")]);
}

// As wide as its card, but neither blown up nor shrunk out of reading; what is wider then scrolls.
function fit(made, most, least) {
  const { width } = made.viewBox.baseVal;
  made.style.maxWidth = `${Math.round(width * most)}px`;
  made.style.minWidth = `${Math.round(width * least)}px`;
  return made;
}

function walkThrough(figure, nodes) {
  figure.setAttribute("role", "group");
  walkable(figure, nodes, node => node.querySelector("title")?.textContent ?? node.textContent);
  return figure;
}

// Elements of a picture say which words they show; the marks on these words are theirs.
function linkMarks(figure, marks) {
  const { hyp, ref, kind } = marks.columns;
  const [onHyp, onRef] = [{}, {}];
  const reference = marks.mainReference;
  for (const k of marks.tokenMarks) {
    if (kind[k] !== "shift") for (const at of hyp[k]) (onHyp[at] ??= []).push(k);
    if (marks.columns.reference[k] === reference) for (const at of ref[k]) (onRef[at] ??= []).push(k);
  }
  for (const node of figure.querySelectorAll("[data-hyp], [data-ref]")) {
    const ours = node.hasAttribute("data-hyp") ? (onHyp[node.dataset.hyp] ?? []) : null;
    const theirs = node.hasAttribute("data-ref") ? (onRef[node.dataset.ref] ?? []) : null;
    node.dataset.mark = (ours && theirs ? ours.filter(k => theirs.includes(k)) : (ours ?? theirs)).join(" ");
  }
  const shifts = marks.tokenMarks.filter(k => kind[k] === "shift");
  for (const node of figure.querySelectorAll("[data-move]"))
    node.dataset.mark = String(shifts[Number(node.dataset.move) - 1] ?? "");
}

// --- two lines of words ---------------------------------------------------------------------------------------------

function linksOf(kind, data, marks) {
  const reference = marks.mainReference ?? 0;
  if (Math.max(data.hyp.length, data.refs[reference].length) > MOST) return null;
  const { hyp, ref, kind: kinds, details } = marks.columns;
  const tied = marks.tokenMarks.filter(
    k => (kind === "edits" ? ["ok", "substitute"] : ["matched"]).includes(kinds[k]) && hyp[k].length && ref[k].length
  );
  const stageOf = k => (kind === "edits" ? kinds[k] : details[k].stage);
  const first = kind === "edits" ? "ok" : "exact";
  const stages = [first, ...new Set(tied.map(stageOf).filter(stage => stage !== first))];
  const links = tied.map(k => ({
    i: hyp[k][0],
    j: ref[k][0],
    m: hyp[k].length,
    n: ref[k].length,
    stage: stages.indexOf(stageOf(k)),
    chunk: details[k].chunk
  }));
  if (kind === "edits") asChunks(links);
  const dropped = marks.tokenMarks.filter(k => kinds[k] === "dropped").map(k => ({ i: hyp[k][0], j: ref[k][0] }));
  return { links, dropped, stages, reference, numbered: kind !== "edits" };
}

// Words of one kind that stand side by side in both lines are one chunk; replaced ones say so.
function asChunks(links) {
  links
    .sort((one, other) => one.i - other.i)
    .forEach((link, k) => {
      const before = links[k - 1];
      const joined = before && before.stage === link.stage && before.i + 1 === link.i && before.j + 1 === link.j;
      Object.assign(link, {
        chunk: (before?.chunk ?? 0) + (joined ? 0 : 1),
        colour: link.stage ? 1 : 2,
        label: link.stage ? "S" : ""
      });
    });
}

// Chunk by chunk, unless the same links were drawn just now; whoever wants less motion sees all at once.
function inTurn(made, links) {
  const groups = [...made.querySelectorAll("g.chunk")];
  for (const group of groups)
    group.dataset.mark = [
      ...new Set([...group.querySelectorAll(".tie")].flatMap(tie => tie.dataset.mark.split(" ")))
    ].join(" ");
  made.classList.toggle("drawing", links !== last);
  made.style.setProperty("--pace", `${Math.min(160, 1200 / groups.length)}ms`);
  groups.forEach((group, at) => group.style.setProperty("--at", at));
  last = links;
}

// Two lines of words as a figure, for a card or a slide of this width.
export function lineFigure(data, marks, one, room) {
  const found = linksOf(one.kind, data, marks);
  return found && twoLines(found, one, data, marks, room);
}

function twoLines({ links, dropped, stages, reference, numbered }, one, data, marks, room = cardRoom()) {
  const which = data.refs.length > 1 ? `reference ${reference + 1} of ${data.refs.length}` : "reference";
  const figure = linkFigure(data.hyp, data.refs[reference], links, one.title, {
    dropped,
    names: ["candidate", which],
    room
  });
  const made = figure.querySelector("svg");
  figure.removeAttribute("tabindex");
  fit(made, 1.15, 0.65);
  linkMarks(made, marks);
  inTurn(made, JSON.stringify([links, data.hyp, data.refs[reference]]));
  const paths = [...made.querySelectorAll("path.tie")];
  walkThrough(made, paths);
  const told = node => `${data.hyp[node.dataset.hyp]} – ${data.refs[reference][node.dataset.ref]}`;
  for (const node of paths) {
    const link = links.find(({ i, j }) => `${i} ${j}` === `${node.dataset.hyp} ${node.dataset.ref}`);
    node.setAttribute(
      "aria-label",
      `${told(node)}, ${link ? stages[link.stage] : "could match, but was dropped"}${link && numbered ? `, chunk ${link.chunk}` : ""}`
    );
  }
  const used = new Set(links.map(({ stage }) => stage));
  return [
    figure,
    h("p", { class: "picture-caption" }, one.caption),
    h(
      "ul",
      { class: "legend" },
      stages.map((stage, k) => used.has(k) && h("li", {}, sample(k), ` ${stage}`)),
      dropped.length > 0 && h("li", {}, "× could match, but dropped"),
      numbered &&
        links.length > 0 &&
        h("li", {}, `numbers: chunks${made.querySelector(".apart") ? "; no curve: in another row" : ""}`),
      links.length < Math.max(data.hyp.length, data.refs[reference].length) &&
        h("li", {}, h("span", { class: "dotted" }, "dotted"), numbered ? ": no match" : ": too many, or missing")
    )
  ];
}

function sample(stage) {
  return svg(
    "svg",
    { width: 34, height: 10, "aria-hidden": "true" },
    svg("path", { d: "M1 5h32", stroke: "currentColor", "stroke-width": 2, "stroke-dasharray": dashOf(stage) })
  );
}
