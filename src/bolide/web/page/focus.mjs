// Focus stays where the visitor has it, also where the part of the page that holds it is drawn anew.
const FOCUSABLE = "a[href], button, input, select, textarea, summary, [tabindex]";

const nameOf = node =>
  [
    node.tagName,
    node.type ?? "",
    node.getAttribute("aria-label") ?? (node.matches("input, select") ? node.value : node.textContent)
  ].join(" ");
const withoutNumbers = name => name.replace(/[\d.,]+/g, "#");

// Redraws `node`; what had the focus has it again, else its twin, else the section around it.
export function keepFocus(node, redraw) {
  const active = document.activeElement;
  if (!active || active === node || !node.contains(active)) return redraw();
  const { id } = active;
  const name = nameOf(active);
  const toggle = active.hasAttribute("aria-pressed");
  redraw();
  if (node.contains(document.activeElement)) return;
  const able = [...node.querySelectorAll(FOCUSABLE)].filter(one => !one.disabled && one.getClientRects().length);
  const twin =
    able.find(one => one === active) ||
    (id && able.find(one => one.id === id)) ||
    able.find(one => nameOf(one) === name) ||
    (toggle &&
      able.find(one => one.hasAttribute("aria-pressed") && withoutNumbers(nameOf(one)) === withoutNumbers(name)));
  focusOn(twin || node);
}

// Focus an element, or the nearest part of the page around it that can be seen.
export function focusOn(node) {
  let target = node;
  while (!target.getClientRects().length || !target.matches(`${FOCUSABLE}, section, main, dialog, li, #result`)) {
    if (!target.parentElement) return;
    target = target.parentElement;
  }
  if (!target.matches(FOCUSABLE)) target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}
