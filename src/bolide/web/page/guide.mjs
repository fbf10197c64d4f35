// A metric's guide below its calculator, as Bolide's own documentation has it.
import { byId, fill, h } from "./dom.mjs";
import { metricOf, state } from "./state.mjs";

const guides = new Map();

export async function showGuide(engine) {
  const metric = metricOf(state.view);
  if (!metric || !engine.ready) return;
  if (!guides.has(metric.key)) guides.set(metric.key, await engine.ask("guide", "guide", { metric: metric.key }).catch(() => null));
  const html = guides.get(metric.key);
  if (state.view !== metric.key) return;
  const guide = byId("guide");
  guide.hidden = !html;
  if (!html) return;
  // The text is Bolide's own documentation, escaped and turned into HTML by Bolide's Markdown reader.
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const contents = [...parsed.body.querySelectorAll("h3[id]")].map(({ id, textContent }) => h("li", {}, h("a", { href: `#${id}` }, textContent)));
  fill(guide, contents.length > 2 && h("nav", { className: "guide-contents", "aria-label": "In this guide" }, h("p", { className: "kicker" }, "Guide"), h("ul", {}, contents)),
    h("div", { className: "guide-text" }, ...parsed.body.childNodes));
}
