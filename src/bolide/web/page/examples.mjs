// Worked examples with their published numbers, loaded by one click; after boot the page says that it re-ran them.
import { fill, fixed, h } from "./dom.mjs";
import { Superseded } from "./engine.mjs";
import { about } from "./state.mjs";

let rerun = false;

export function showExamples(node, metric, load) {
  const mine = about.examples.filter(example => example.metric === metric.key);
  node.hidden = !mine.length;
  fill(
    node,
    h("span", { class: "note" }, "Examples"),
    mine.map(example =>
      h(
        "button",
        { class: "chip example", title: example.source, onclick: () => load(example) },
        example.title,
        " ",
        h("span", { class: "num" }, fixed(example.expected, example.digits))
      )
    )
  );
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
    ? `Examples re-run in this page just now: ${wrong.length} of ${results.length} differ from the published number (${wrong.join(", ")}).`
    : `All ${results.length} examples, re-run in this page just now, give the published number.`;
}
