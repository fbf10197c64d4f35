// Scores of systems on a whole test set; and, when their intervals are there, the report on them.
import {
  adviceOn,
  announce,
  counted,
  download,
  fill,
  fixed,
  h,
  note,
  pace,
  signature,
  table,
  written
} from "./dom.mjs";
import { waysOf } from "./state.mjs";

export function showScores(node, { report, texts, seconds, engine, use }) {
  const { systems } = report;
  const base = systems.length === 1 ? systems[0].name : "systems";
  const { sources, documents, strata } = texts;
  const refs = new Set(texts.refs.map(one => one.length));
  const asReport = { sources, documents, strata };
  fill(
    node,
    h(
      "section",
      { class: "card verdict", "aria-label": "Corpus scores" },
      h(
        "p",
        { class: "note num" },
        [
          counted(systems.length, "system"),
          counted(texts.refs.length, "segment"),
          refs.size > 1 ? "several references" : counted([...refs][0], "reference"),
          `${seconds.toFixed(1)} s`
        ].join(" · ")
      ),
      (report.notes ?? []).map(text => adviceOn(text, report.suited?.[text], use)),
      texts.marks.map(text => note(text)),
      h("div", { id: "corpus-scores" }, scoreTable(report, texts)),
      h(
        "div",
        { class: "row" },
        maker(engine, "tsv", { sources, documents }, [`${base}.tsv`, "text/tab-separated-values"], "Download TSV"),
        maker(engine, "report", { form: "json", ...asReport }, [`${base}.json`, "application/json"], "Download JSON"),
        maker(
          engine,
          "report",
          { form: "html", ...asReport },
          [`${base}.html`, "text/html"],
          "Download the report (HTML)"
        ),
        h("span", { class: "note", id: "tests-why" })
      )
    ),
    h("div", { class: "report" })
  );
  announce(
    `Scored: ${systems.map(system => `${system.name} ${system.scores.map(score => `${score.name} ${fixed(score.points, 2)}`).join(", ")}`).join("; ")}.`
  );
}

// A file that Bolide itself makes, in the Python that has measured the texts.
function maker(engine, method, given, [name, type], label) {
  return h(
    "button",
    {
      "data-download": name.split(".").at(-1),
      onclick: async ({ currentTarget: button }) => {
        button.disabled = true;
        try {
          download(
            name,
            type,
            await engine.ask(
              "making",
              method,
              given,
              ({ done, of }) => (button.textContent = `${label}: ${Math.floor((100 * done) / of)} %`)
            )
          );
        } catch (error) {
          announce(error.message);
          button.after(note(error.message));
        } finally {
          button.textContent = label;
          button.disabled = false;
        }
      }
    },
    label
  );
}

// Systems in the order of the first metric, best first, without intervals.
function scoreTable({ systems }, texts) {
  const ranked = [...systems].sort((one, other) => waysOf(texts)[0] * (other.scores[0].value - one.scores[0].value));
  return [
    table(
      "Table of corpus scores",
      [["system"], ...systems[0].scores.map(({ name }) => [name, "num"])],
      ranked.map(system => [
        system.name,
        ...system.scores.map(score => h("span", { class: "value", title: score.signature }, fixed(score.points, 2)))
      ]),
      { class: "systems" }
    ),
    h(
      "ul",
      { class: "signatures" },
      systems[0].scores.map(score => h("li", {}, signature(score.signature)))
    )
  ];
}

export function showWithout(node, why) {
  node.querySelector("#tests-why").textContent = `${why} The scores are without intervals and tests.`;
}

// The report as its own file shows it; `carry` takes a text of it to a calculator.
export async function showReport(node, { body, parts }, texts, carry) {
  const { showAnother } = await import("./report.mjs");
  const found = h("div", {}, written(body));
  const [title, lede] = [found.querySelector("h1"), found.querySelector(".lede")];
  node.querySelector("#corpus-scores").remove();
  const report = node.querySelector(".report");
  fill(report, h("h2", { id: "verdict" }, [...title.childNodes]), lede, [
    ...found.querySelectorAll("main > :not(.colophon, noscript)")
  ]);
  const { systems } = parts.summary.summary;
  await showAnother(parts, (metric, segment, system) => {
    const { hyps } = texts.systems.find(({ name }) => name === systems[system]);
    carry(texts.metrics[metric].metric, hyps[segment], texts.refs[segment]);
    document.getElementById("main").scrollIntoView({ behavior: pace() });
  });
  announce(`${title.textContent}.`);
}
