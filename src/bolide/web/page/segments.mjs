// The table of segments: sorted by any column, unfolded by a click into the derivation of one score.
import { fill, fixed, h } from "./dom.mjs";
import { Superseded } from "./engine.mjs";
import { explanationParts, headline } from "./result.mjs";

const PAGE = 50;

export function segmentTable(report, given, metrics, engine, carry) {
  const columns = report.systems.flatMap((system, s) => system.scores.map((score, m) => ({ s, m, label: report.systems.length > 1 ? `${system.name} ${score.name}` : score.name })));
  const value = (at, { s, m }) => report.systems[s].segments[at].scores[m].value;
  const order = { column: -1, down: false, shown: PAGE };
  const body = h("tbody");
  const more = h("div", { className: "row" });
  const head = h("tr");

  function draw() {
    const lines = given.refs.map((_, at) => at);
    if (order.column >= 0) lines.sort((a, b) => value(a, columns[order.column]) - value(b, columns[order.column]) || a - b);
    if (order.down) lines.reverse();
    fill(head, header("line", -1), columns.map((column, at) => header(column.label, at)), h("th", { scope: "col" }, "text"));
    fill(body, lines.slice(0, order.shown).flatMap(row));
    const rest = lines.length - order.shown;
    fill(more, rest > 0 && h("button", { type: "button", onclick: () => {
      order.shown += 4 * PAGE;
      draw();
    } }, `Show more (${rest.toLocaleString("en")} left)`));
  }

  function header(label, column) {
    const mine = order.column === column;
    const sort = () => {
      Object.assign(order, { column, down: mine ? !order.down : false, shown: PAGE });
      draw();
      head.children[column + 1].querySelector("button").focus();
    };
    return h("th", { scope: "col", className: "num", "aria-sort": mine ? (order.down ? "descending" : "ascending") : "none" },
      h("button", { type: "button", className: "sort", onclick: sort }, label, h("span", { "aria-hidden": "true" }, mine ? (order.down ? " ↓" : " ↑") : "")));
  }

  function row(at) {
    const unfold = h("tr", { className: "unfolded", hidden: true }, h("td", { colspan: String(columns.length + 2) }));
    const button = h("button", { type: "button", className: "link", "aria-expanded": "false", "aria-label": `Unfold line ${at + 1}`, onclick: () => toggle(at, button, unfold) }, String(at + 1));
    return [h("tr", {}, h("th", { scope: "row", className: "num" }, button), columns.map((column) => h("td", { className: "num" }, fixed(100 * value(at, column), 2))), h("td", { className: "text", dir: "auto" }, given.systems[0].hyps[at])), unfold];
  }

  async function toggle(at, button, unfold) {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", String(!open));
    unfold.hidden = open;
    if (open || unfold.dataset.filled) return;
    unfold.dataset.filled = "yes";
    const cell = fill(unfold.firstChild, h("p", { className: "placeholder" }, "…"));
    try {
      const found = [];
      for (const system of given.systems) {
        for (const { metric, options } of metrics) {
          const data = await engine.ask(`segment-${at}`, "explain", { metric, options, hyp: system.hyps[at], refs: given.refs[at] });
          found.push([system, metric, data]);
        }
      }
      fill(cell, found.map(([system, metric, data]) => unfolded(system, metric, data, at)));
    } catch (error) {
      if (!(error instanceof Superseded)) fill(cell, h("p", { className: "notice" }, error.message));
    }
  }

  function unfolded(system, metric, data, at) {
    const parts = explanationParts(data);
    return h("details", { className: "segment", open: given.systems.length * metrics.length === 1 }, h("summary", {}, `${system.name} · ${data.name} ${fixed(data.percent, 2)}`),
      headline(data), parts.pictures, parts.tokens.node, parts.derivation, parts.table?.node,
      h("button", { type: "button", onclick: () => carry(metric, system.hyps[at], given.refs[at]) }, "Open in the calculator"));
  }

  draw();
  return h("section", { className: "card", "aria-label": "Segments" }, h("div", { className: "card-head" }, h("h3", {}, "Segments"), h("span", { className: "note" }, "sort by a column; open a line to see why")),
    h("div", { className: "scroll", tabindex: "0", role: "group", "aria-label": "Table of segments" }, h("table", { className: "segments", id: "segments" }, h("thead", {}, head), body)), more);
}
