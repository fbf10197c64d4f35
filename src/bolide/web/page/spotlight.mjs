// What belongs together lights up together: a word, its cell in the matrix, its line, its row of evidence.
// Whatever shows a mark carries its number in data-mark; resting on one of them, or focusing it, lights all.
const SCOPE = "#result, .marked-output";
const MOST = 60; // marks of one element that are followed
let lit = [];

function light(target) {
  const at = target?.closest?.("[data-mark]");
  const scope = at?.closest(SCOPE);
  const found = new Set();
  for (const mark of scope ? at.dataset.mark.split(" ").slice(0, MOST) : []) {
    if (mark) for (const node of scope.querySelectorAll(`[data-mark~="${mark}"]`)) found.add(node);
  }
  for (const node of lit) if (!found.has(node)) node.classList.remove("lit");
  for (const node of found) node.classList.add("lit");
  lit = [...found];
}

document.addEventListener("mouseover", ({ target }) => light(target));
document.addEventListener("focusin", ({ target }) => light(target));
document.addEventListener("focusout", () => light(null));

// Links of a picture as one stop of the Tab key; each says what it is.
export function walkable(figure, nodes, nameOf) {
  nodes.forEach((node, at) => {
    node.setAttribute("tabindex", at ? "-1" : "0");
    node.setAttribute("role", "img");
    node.setAttribute("aria-label", nameOf(node));
  });
  rove(figure, () => nodes);
}

// Arrows go from node to node, in the direction of the text; so do Home and End.
export function rove(holder, nodes) {
  holder.addEventListener("keydown", event => {
    const all = nodes();
    const at = all.indexOf(event.target);
    const on = getComputedStyle(holder).direction === "rtl" ? -1 : 1;
    const to = {
      Home: 0,
      End: all.length - 1,
      ArrowRight: at + on,
      ArrowDown: at + 1,
      ArrowLeft: at - on,
      ArrowUp: at - 1
    }[event.key];
    if (at < 0 || !all[to]) return;
    event.preventDefault();
    all[at].setAttribute("tabindex", "-1");
    all[to].setAttribute("tabindex", "0");
    all[to].focus();
  });
}
