// The score in one line that stays in sight: above the boxes on a narrow screen, at the foot of the window on a wide one.
import { fill, fixed, h } from "./dom.mjs";

let bar = null;
let watchers = [];

export function showBar(data, headline) {
  bar ??= h("div", { id: "score-bar", class: "score-bar", hidden: true });
  if (!bar.isConnected) document.getElementById("sentence")?.prepend(bar);
  const go = () => {
    headline.scrollIntoView({ block: "start" });
    headline.focus({ preventScroll: true }); // on a wide screen the bar goes now, and the focus must not go with it
  };
  fill(
    bar,
    h("span", { class: "bar-name" }, data.title),
    h("strong", { class: "num" }, fixed(data.points, 2)),
    data.identical && h("span", {}, "Identical"),
    h("button", { class: "link", onclick: go }, "See why")
  );
  bar.hidden = false;
  for (const one of watchers) one.disconnect();
  // On a wide screen it is shown while the score itself is not; and it goes when the result does.
  const sight = new IntersectionObserver(([{ isIntersecting }]) => bar.classList.toggle("away", !isIntersecting));
  sight.observe(headline);
  const life = new MutationObserver(() => {
    if (!headline.isConnected) bar.hidden = true;
  });
  life.observe(headline.parentElement, { childList: true });
  watchers = [sight, life];
}
