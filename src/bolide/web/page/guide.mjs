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
  fill(guide, h("p", { className: "kicker" }, "How it works"), ...parsed.body.childNodes);
}
