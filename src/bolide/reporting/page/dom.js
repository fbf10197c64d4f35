// Elements. Texts are only ever set as text: whatever they say, they stay text.
const SVG = "http://www.w3.org/2000/svg";
const byId = id => document.getElementById(id);

function put(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return parent;
}

// A button sends no form.
function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  if (tag === "button") made.type = tag;
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  return put(made, children);
}

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return put(made, children);
}

// What would act on the text around it is shown as what it is: control characters, overrides of direction.
const ACTING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const shown = text => text.replace(ACTING, c => `⟨U+${c.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

// Items first to last of many, and a button that draws as many more: a browser cannot lay out a hundred thousand words.
const AT_ONCE = 1000;

function someOf(holder, size, draw, most = AT_ONCE, first = 0) {
  const last = Math.min(size, first + most);
  put(holder, draw(first, last));
  if (last === size) return holder;
  const more = el(
    "button",
    {
      class: "more",
      onclick: () => {
        more.remove();
        someOf(holder, size, draw, most, last);
      }
    },
    `… show more (${(size - last).toLocaleString("en")} left)`
  );
  return put(holder, [more]);
}

// A text of the user's, in whichever direction it is written.
function said(text, attributes = {}) {
  const holder = el("bdi", { dir: "auto", ...attributes });
  if (text.length <= 5 * AT_ONCE) return put(holder, [shown(text)]);
  const letters = [...text];
  return someOf(holder, letters.length, (first, last) => [shown(letters.slice(first, last).join(""))], 5 * AT_ONCE);
}

function name(text) {
  return el("bdi", {}, shown(text));
}

// Rounded as Python rounds: toFixed is exact, but takes a tie upward, which goes to the even digit there.
function rounded(value, digits) {
  const text = value.toFixed(digits);
  const isTie = (Math.abs(value) * 2 ** (digits + 1)) % 2 === 1;
  return isTie && "13579".includes(text.at(-1)) ? value.toFixed(digits + 1).replace(/\.?\d$/, "") : text;
}

function fixed(value, digits) {
  return value === null || value === undefined
    ? "–"
    : rounded(value, digits)
        .replace(/^-(?=0(\.0*)?$)/, "")
        .replace("-", "−");
}

function signed(value, digits) {
  const text = fixed(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}

// 1 line, 2 lines, 1,000 lines.
const counted = (many, noun) => `${many.toLocaleString("en")} ${noun}${many === 1 ? "" : "s"}`;

// A number of a formula: counts as integers, ratios with four decimals (more if tiny); look.number in Python.
function number(value, isCount) {
  if (Array.isArray(value)) return value.map(one => number(one, isCount)).join(", ");
  if (typeof value !== "number") return value === true ? "yes" : value === false ? "no" : String(value);
  if (isCount && Number.isInteger(value)) return value.toLocaleString("en").replace("-", "−");
  return value && Math.abs(value) < 0.00005 ? value.toExponential(2).replaceAll("-", "−") : fixed(value, 4);
}

function clear(element) {
  element.replaceChildren();
  return element;
}

// A polite live region, where the page has one: it waits until a screen reader has finished its sentence.
function announce(text) {
  byId("announcer")?.replaceChildren(text);
}
