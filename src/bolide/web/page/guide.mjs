// A metric's guide below its calculator, as Bolide's own documentation has it.
import { byId, fill, h, written } from "./dom.mjs";
import { metricOf, state } from "./state.mjs";

let guides; // HTML by metric, fetched once: then the page needs no network for them

export async function showGuide(engine) {
  const metric = metricOf(state.view);
  if (!metric || !engine.ready) return;
  guides ??= fetch("guides.json")
    .then(answer => answer.json())
    .catch(() => ({}));
  const html = (await guides)[metric.key];
  if (state.view !== metric.key) return;
  const guide = byId("guide");
  guide.hidden = !html;
  if (!html) return;
  const text = written(html); // Bolide's own documentation
  const contents = text
    .filter(node => node.matches?.("h3[id]"))
    .map(({ id, textContent }) => h("li", {}, h("a", { href: `#${id}` }, textContent)));
  fill(
    guide,
    h(
      "details",
      { class: "guide-text" },
      h("summary", {}, `Guide to ${metric.name}`),
      contents.length > 2 &&
        h("nav", { "aria-label": "In this guide" }, h("ul", { class: "guide-contents" }, contents)),
      text
    )
  );
}
