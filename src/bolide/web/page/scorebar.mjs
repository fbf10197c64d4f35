// The score in one line that stays in sight: above the boxes on a narrow screen, at the top of the window on a wide one.
import { fill, fixed, h } from "./dom.mjs";

let bar = null;
let watcher = null;

export function showBar(data, headline) {
  bar ??= h("div", { id: "score-bar", className: "score-bar", hidden: true });
  if (!bar.isConnected) document.getElementById("sentence")?.prepend(bar);
  const go = () => headline.scrollIntoView({ block: "start" });
  fill(bar, h("span", { className: "bar-name" }, data.name), h("strong", { className: "num" }, fixed(data.percent, 2)),
    data.rating && h("span", { className: "bar-rating" }, data.rating), h("button", { type: "button", className: "link", onclick: go }, "See why"));
  bar.hidden = false;
  watcher?.disconnect();
  watcher = new IntersectionObserver(([{ isIntersecting }]) => bar.classList.toggle("away", !isIntersecting));
  watcher.observe(headline);
}

export function hideBar() {
  if (bar) bar.hidden = true;
  watcher?.disconnect();
}
