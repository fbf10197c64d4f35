// Elements from one line of code, and numbers as a reader wants them.
import { clear, el as h, put, tableOf } from "./figures.mjs";
import { keepFocus } from "./focus.mjs";

export { h };
export * from "./figures.mjs"; // what the report has, too

// A remark, in small and soft type.
export const note = (...children) => h("p", { class: "note" }, ...children);

// A signature, which may be cut into lines between its parts only.
export const signature = text =>
  h(
    "code",
    {},
    text.split("|").flatMap((part, k) => (k ? ["|", h("wbr", {}), part] : [part]))
  );

// What is wrong with the settings for a text, and a button that sets those that would suit it, if there are any.
export const adviceOn = (text, remedy, use) =>
  h(
    "p",
    { class: "advice" },
    text,
    remedy && " ",
    remedy && h("button", { class: "suited", onclick: () => use(remedy) }, remedy.label)
  );

// How to scroll to something, for whom motion is fine and for whom it is not.
export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");

export function fill(node, ...children) {
  keepFocus(node, () => put(clear(node), children));
  return node;
}

// A dialog that is open until somebody leaves it: by Escape, or by what is called to leave.
export function dialog(props, ...children) {
  const node = h("dialog", { ...props, onclose: () => node.remove() }, ...children);
  node.querySelector(".leave").addEventListener("click", () => node.close());
  document.body.append(node);
  node.showModal();
  return node;
}

// Pictures arrive as SVG text that Python wrote; they are parsed, not run.
export const picture = svg =>
  document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);

// The style sheet of a long table, as none that the page's security policy would refuse.
function adopt(_, css) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  return "";
}

// HTML that Python wrote, in which texts are escaped.
export function written(html) {
  const { body } = new DOMParser().parseFromString(html.replace(/<style>(.*?)<\/style>/gs, adopt), "text/html");
  for (const cell of body.querySelectorAll("table:not([class]) td")) {
    const table = cell.closest("table");
    table.className = "at-32";
    cell.dataset.label = table.rows[0].cells[cell.cellIndex].textContent;
  }
  return [...body.childNodes];
}

// The report's table, in which the focus stays where it is when rows are shown anew.
export function table(...about) {
  const node = tableOf(...about);
  const { show } = node;
  node.show = rows => (keepFocus(node, () => show(rows)), node);
  return node;
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
