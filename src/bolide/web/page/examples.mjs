// Worked examples with their published numbers, loaded by one click; after boot the page says that it re-ran them.
import { fill, fixed, h } from "./dom.mjs";
import { Superseded } from "./engine.mjs";
import { about } from "./state.mjs";

let rerun = false;

export function showExamples(node, metric, load) {
  const mine = about.examples.filter((example) => example.metric === metric.key);
  node.parentElement.hidden = !mine.length;
  fill(node, h("ul", { class: "examples-list" }, mine.map((example) => h("li", {},
    h("button", { class: "example", onclick: () => load(example) },
      h("span", { class: "title" }, example.title),
      h("span", { class: "source" }, example.source),
      h("span", { class: "published" }, fixed(example.expected, example.digits)))))));
}

export async function rerunExamples(engine, node) {
  if (rerun) return;
  rerun = true;
  try {
    showRerun(node, await engine.ask("examples", "examples", {}));
  } catch (error) {
    if (!(error instanceof Superseded)) node.textContent = `The examples could not be re-run: ${error.message}`;
  }
}

function showRerun(node, results) {
  const wrong = results.flatMap((result, place) => (result.holds ? [] : [about.examples[place].title]));
  node.dataset.kind = wrong.length ? "bad" : "good";
  node.textContent = wrong.length
    ? `Re-run in this page just now: ${wrong.length} of ${results.length} differ from the published number (${wrong.join(", ")}).`
    : `Re-run in this page just now: all ${results.length} give the published number.`;
}
