// The table of all marks on tokens: n-grams credited, clipped and unmatched, or words aligned at each stage.
import { announce, counted, fill, h, note, number, table } from "./dom.mjs";
import { looking, unfolding } from "./looking.mjs";
import { saidOf } from "./marks.mjs";

const PAGE = 60;

export function evidenceTable(data, marks, tokens) {
  const rows = marks.tokenMarks;
  if (!rows.length) return null;
  const details = [
    ...new Set(
      rows.slice(0, 500).flatMap(k =>
        Object.entries(marks.columns.details[k])
          .filter(([, value]) => typeof value !== "object")
          .map(([name]) => name)
      )
    )
  ];
  const chosen = {
    kind: "",
    layer: marks.layers().length > 1 ? marks.layers()[0] : "",
    token: null,
    line: 0,
    shown: PAGE
  };
  const known = { layer: marks.layers(), kind: [...new Set(rows.map(k => marks.columns.kind[k]))] };
  if (
    looking.evidence &&
    ["layer", "kind"].every(key => !looking.evidence[key] || known[key].includes(looking.evidence[key]))
  )
    Object.assign(chosen, looking.evidence);
  const more = h("div", { class: "row" });
  const filters = h("div", { class: "filters" });
  const made = table(
    "Table of evidence",
    [["text"], ["state"], ...details.map(name => [name.replaceAll("_", " "), "num"])],
    [],
    { room: 32 }
  );
  const isShown = k =>
    inLayer(k) &&
    (!chosen.kind || marks.columns.kind[k] === chosen.kind) &&
    (chosen.token === null || touches(marks, k, chosen.token, chosen.line));

  const inLayer = k => !chosen.layer || marks.layerOf[k] === chosen.layer;
  const kindOf = k => marks.columns.kind[k];

  function draw() {
    const found = rows.filter(isShown);
    made.show(found.slice(0, chosen.shown).map(k => row(k, details, marks, tokens)));
    const rest = found.length - chosen.shown;
    fill(
      more,
      rest > 0 &&
        h(
          "button",
          {
            onclick: () => {
              chosen.shown += 10 * PAGE;
              draw();
            }
          },
          `Show more (${rest.toLocaleString("en")} left)`
        ),
      !found.length && note("Nothing of this kind.")
    );
    fill(
      filters,
      group(
        "Which n-grams",
        marks.tally(k => marks.layerOf[k]),
        "layer"
      ),
      group("Which state", marks.tally(kindOf, inLayer), "kind"),
      chosen.token !== null &&
        note(
          `Touching “${[data.hyp, ...data.refs][chosen.line][chosen.token]}” ${chosen.line ? "in the reference " : ""}`,
          h("button", { class: "link", onclick: () => pick({ token: null }) }, "show all")
        )
    );
  }

  function pick(change) {
    Object.assign(chosen, change, { shown: PAGE });
    looking.evidence = { layer: chosen.layer, kind: chosen.kind };
    draw();
  }

  function group(label, tally, key) {
    if (tally.size < 2) return null;
    const names = new Map([["", [...tally.values()].reduce((sum, one) => sum + one, 0)], ...tally]);
    return h(
      "div",
      { class: "row chips", role: "group", "aria-label": label },
      [...names].map(([name, count]) =>
        h(
          "button",
          {
            class: "chip",
            "aria-pressed": String(chosen[key] === name),
            onclick: () => pick({ [key]: name, ...(key === "layer" ? { kind: "" } : {}) })
          },
          name ? saidOf(name) : "all",
          h("span", { class: "num" }, ` ${count.toLocaleString("en")}`)
        )
      )
    );
  }

  draw();
  const tally = [...marks.tally(kindOf)]
    .map(([kind, many]) => `${many.toLocaleString("en")} ${saidOf(kind)}`)
    .join(", ");
  const node = h(
    "details",
    { class: "card fold", id: "evidence", open: looking.unfolded.has("evidence"), ontoggle: unfolding },
    h("summary", {}, h("h4", {}, "Evidence"), h("span", { class: "note" }, tally)),
    filters,
    made,
    more
  );
  return {
    node,
    showToken: (token, line) => {
      pick({ token, line, layer: "", kind: "" });
      announce(
        `${counted(rows.filter(isShown).length, "row")} of evidence about “${[data.hyp, ...data.refs][line][token]}”.`
      );
    }
  };
}

// Line 0 is the candidate, line n the nth reference.
function touches(marks, k, token, line) {
  const width = marks.width(k);
  if (line && marks.columns.reference[k] !== line - 1) return false;
  return marks.columns[line ? "ref" : "hyp"][k].some(place => place <= token && token < place + width);
}

function row(k, details, marks, tokens) {
  const { text, kind, details: facts } = marks.at(k);
  const mark = () => {
    tokens.select([k], `Marked: “${text}” (${kind}).`);
    tokens.reveal();
  };
  return {
    "data-kind": kind,
    "data-mark": String(k),
    cells: [
      h("button", { class: "link", onclick: mark }, h("bdi", {}, text.trim() ? text : text ? "␣" : "∅")),
      h("span", { class: "state", "data-kind": kind }, saidOf(kind)),
      ...details.map(name => (facts[name] === undefined || facts[name] === null ? "" : number(facts[name], true)))
    ]
  };
}
