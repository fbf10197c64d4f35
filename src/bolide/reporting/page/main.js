// Everything together: unpack what is seen first, draw, and draw again what a choice changes.
async function start() {
  const app = byId("app");
  const [front, segments] = await Promise.all([part("summary"), part("segments")]);
  [summary, comparisons, numbers] = [front.summary, front.comparisons, segments];
  if (summary.systems.length > 1)
    [state.a, state.b] = summary.pairs.find(([a, b]) => testOf(a, b)?.significant) ?? summary.pairs[0];
  if (!numbers.influences[0]) Object.assign(state, { sort: "line", down: false });
  Object.assign(state, readAddress());
  const bar = el("div", { class: "bar", role: "group", "aria-label": "What the page is about" });
  const pairs = el("section", { "aria-labelledby": "pairs" });
  const corpus = el("div", { class: "corpus" });
  const where = el("section", { "aria-labelledby": "where" });
  const scatter = el("section", { "aria-labelledby": "scatter" });
  const table = el("section", { id: "segment-table", "aria-labelledby": "segments" });
  const segment = el("section", { id: "segment", "aria-labelledby": "segment-title", hidden: true });
  put(app, [bar, pairs, corpus, where, scatter, table, segment]);
  const drawAll = () => {
    showSlope();
    drawBar(bar);
    drawPairs(pairs);
    pairs.hidden = !pairs.childElementCount;
    drawCorpus(corpus);
    drawWhere(where);
    drawScatter(scatter);
    drawTable(table);
  };
  drawAll();
  app.hidden = false;
  liveCopies();
  await drawSegment(segment);
  listeners.push(changed => {
    const about = ["metric", "a", "b"].some(key => changed.has(key));
    if (about && ["gram", "dots"].includes(state.filter?.kind)) state.filter = null;
    if (about) drawAll();
    else if (changed.has("filter")) {
      drawWhere(where);
      scatter.mark();
      drawTable(table);
    } else table.redraw(changed.has("sort") || changed.has("down"));
    if (about || changed.has("segment") || changed.has("filter")) showSegment(segment, changed.has("segment"));
    const address = addressOf();
    if (location.hash !== address) history.replaceState(null, "", address);
  });
  if (state.segment !== null) segment.scrollIntoView();
  document.documentElement.dataset.ready = "yes";
}

async function showSegment(section, opened) {
  await drawSegment(section);
  if (!opened || state.segment === null) return;
  section.scrollIntoView({ block: "start" });
  byId("segment-title")?.focus({ preventScroll: true });
}

addEventListener("hashchange", () => {
  if (summary && location.hash.includes("=")) change(readAddress());
});

// In Bolide's page one report takes the place of another: its parts are given, and `opener` explains a score of a segment.
const FIRST = { ...state };

function showAnother(given, opener) {
  Object.assign(state, FIRST);
  [texts, explained, listeners.length] = [null, opener, 0];
  parts.clear();
  for (const [id, found] of Object.entries(given)) parts.set(id, Promise.resolve(found));
  return start();
}
