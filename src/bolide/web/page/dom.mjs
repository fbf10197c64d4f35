// Elements from one line of code, and numbers as a reader wants them.
import { clear, el, put } from "./figures.mjs";
import { keepFocus } from "./focus.mjs";

export { announce, choice, copyText, counted, download, fixed, longTable, number, signed, sortedBy, svg, ticks } from "./figures.mjs";

// An element, by the report's helper; a button sends no form.
export const h = (tag, props, ...children) => el(tag, tag === "button" ? { type: "button", ...props } : props, ...children);

// A remark, in small and soft type.
export const note = (...children) => h("p", { class: "note" }, ...children);

export const byId = (id) => document.getElementById(id);

export function fill(node, ...children) {
  keepFocus(node, () => put(clear(node), children));
  return node;
}

// Pictures arrive as SVG text that Python wrote; they are parsed, not run.
export function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

export const words = (name) => name.replaceAll("_", " ").replace("ngram", "n-gram");

// A table that fits every width: on a narrow screen a row becomes a block, in which each cell says its column. A column is
// its name and a class; a row its cells, the first of which names it, and attributes of its own.
export function table(label, head, rows = [], { class: kind = "", ...props } = {}) {
  const body = h("tbody", { role: "rowgroup" });
  const cell = (content, k) => (content instanceof HTMLTableCellElement ? content : h(k ? "td" : "th", { scope: k ? null : "row", role: k ? "cell" : "rowheader", class: head[k][1], "data-label": head[k][0] }, content));
  const node = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, h("table", { role: "table", class: `stacks ${kind}`, ...props },
    h("thead", { role: "rowgroup" }, h("tr", { role: "row" }, head.map(([name, column, content = name]) => h("th", { scope: "col", role: "columnheader", class: column }, content || h("span", { class: "visually-hidden" }, "and"))))), body));
  node.show = (more) => (fill(body, more.map(({ cells, ...its }) => h("tr", { role: "row", ...its }, cells.map(cell)))), node);
  return node.show(rows.map((one) => (Array.isArray(one) ? { cells: one } : one)));
}

export function debounce(wait, action) {
  let timer = 0;
  const later = (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), wait);
  };
  later.now = (...args) => {
    clearTimeout(timer);
    action(...args);
  };
  return later;
}
