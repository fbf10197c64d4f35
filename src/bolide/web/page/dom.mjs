// Elements from one line of code, and numbers as a reader wants them.
import { keepFocus } from "./focus.mjs";

export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name in node && !["list", "form"].includes(name) && typeof value !== "string") node[name] = value;
    else node.setAttribute(name === "className" ? "class" : name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const byId = (id) => document.getElementById(id);

export function fill(node, ...children) {
  keepFocus(node, () => node.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)));
  return node;
}

// Pictures arrive as SVG text that Python wrote; they are parsed, not run.
export function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

export function number(value, places = 4) {
  if (Array.isArray(value)) return value.map((one) => number(one, places)).join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(places);
}

// A value that is a float by nature shows its places even where it happens to be whole.
export const fixed = (value, places) => Number(value).toFixed(places);

// A count is shown as a whole number, everything else with its decimals.
export const plainNumber = (value, whole) => (whole ? number(value) : Array.isArray(value) ? number(value) : Number(value).toFixed(4));

export { counted } from "./figures.mjs";

export const words = (name) => name.replaceAll("_", " ");

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

// The page has one live region, and it is polite: what is said here waits until a screen reader has finished its sentence.
export function announce(text) {
  byId("announcer").textContent = text;
}

export async function copyText(text, button) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = fallbackCopy(text);
  }
  // A second click may come while the button still says that it has copied.
  const label = (button.dataset.label ??= button.textContent);
  clearTimeout(Number(button.dataset.timer));
  button.textContent = done ? "Copied" : "Not copied";
  announce(done ? `${label} copied.` : "The browser did not allow copying.");
  button.dataset.timer = String(setTimeout(() => (button.textContent = label), 1400));
}

function fallbackCopy(text) {
  const box = h("textarea", { className: "visually-hidden", "aria-hidden": "true" });
  box.value = text;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

export function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
