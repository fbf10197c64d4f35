// A metric's guide below its calculator, as Bolide's own documentation has it.
import { byId, fill, h } from "./dom.mjs";
import { metricOf, state } from "./state.mjs";

let guides; // HTML by metric, fetched once: then the page needs no network for them

export async function showGuide(engine) {
  const metric = metricOf(state.view);
  if (!metric || !engine.ready) return;
  guides ??= fetch("guides.json").then((answer) => answer.json()).catch(() => ({}));
  const html = (await guides)[metric.key];
  if (state.view !== metric.key) return;
  const guide = byId("guide");
  guide.hidden = !html;
  if (!html) return;
  // Bolide's own documentation, turned into HTML when the page was made; HTML in its source is escaped there.
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const table of parsed.querySelectorAll("table")) {
    const names = [...table.querySelectorAll("thead th")].map((name) => name.textContent);
    table.classList.add("stacks");
    for (const cell of table.querySelectorAll("tbody td")) cell.dataset.label = names[cell.cellIndex];
  }
  const contents = [...parsed.body.querySelectorAll("h3[id]")].map(({ id, textContent }) => h("li", {}, h("a", { href: `#${id}` }, textContent)));
  fill(guide, contents.length > 2 && h("nav", { class: "guide-contents", "aria-label": "In this guide" }, h("p", { class: "kicker" }, "Guide"), h("ul", {}, contents)),
    h("div", { class: "guide-text" }, ...parsed.body.childNodes));
}
