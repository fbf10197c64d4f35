// What stands in the result's place while there is none: Python loading, nothing to score, a long calculation.
import { byId, counted, fill, h } from "./dom.mjs";

const megabytes = bytes => (bytes / 1e6).toFixed(1);

export const loadingText = ({ got, of }) =>
  of ? `Loading Python: ${megabytes(got)} of ${megabytes(of)} MB` : "Loading Python …";

export function showLoading(node, progress) {
  let bar = node.querySelector(".loading progress");
  if (!bar) {
    bar = h("progress", { max: "1", "aria-label": "Python loading" });
    fill(
      node,
      h(
        "div",
        { class: "card loading" },
        h("p", {}, "The score appears here as soon as Python has loaded. You can type already."),
        bar,
        h("p", { class: "note num" })
      )
    );
  }
  if (progress.of) bar.value = progress.got / progress.of;
  node.querySelector(".loading .note").textContent = !progress.of
    ? ""
    : progress.got < progress.of
      ? `${megabytes(progress.got)} of ${megabytes(progress.of)} MB (cached for next time)`
      : "Loaded; Python is starting …";
}

export function showEmpty(node, missing) {
  fill(
    node,
    h(
      "section",
      { class: "card empty", "aria-label": "Nothing to score yet" },
      h("h4", {}, "Nothing to score yet"),
      h(
        "p",
        {},
        `Type or paste ${missing}, or begin with an example above. The score and every step to it appear here as you type.`
      )
    )
  );
}

// A line that says how long it has been.
export function showWorking(node, stop) {
  const begun = performance.now();
  const said = h("span", { class: "num" });
  const say = () => (said.textContent = `Scoring … ${Math.round((performance.now() - begun) / 1000)} s.`);
  let timer = 0;
  const delay = setTimeout(() => {
    say();
    timer = setInterval(say, 1000);
    node.setAttribute("aria-busy", "true");
    node.querySelector(".working")?.remove();
    node.prepend(h("div", { class: "working" }, said, h("button", { onclick: stop }, "Stop")));
  }, 500);
  return () => {
    clearTimeout(delay);
    clearInterval(timer);
  };
}

// From so many tokens on a score waits to be asked. Compiled, twice the tokens of the slowest metric take no longer.
let compiled = false;
export const mostTokens = metric => metric.on_request && metric.on_request * (compiled ? 2 : 1);

export function showReady(isCompiled) {
  compiled = isCompiled;
  byId("core").textContent = compiled ? "compiled kernels" : "interpreted kernels";
  status("busy", "Scoring …");
  const card = byId("result").querySelector(".loading");
  if (card) fill(card, h("p", {}, "Python has loaded; the first score takes a few seconds."));
}

export function askFirst(node, tokens, most, begin) {
  fill(
    node,
    h(
      "div",
      { class: "placeholder" },
      h(
        "p",
        {},
        `This text has ${counted(tokens, "token")}. With more than ${most.toLocaleString("en")} this score can take seconds, and with some settings minutes, so it is computed only when you ask for it. You can stop it.`
      ),
      h("button", { class: "primary", onclick: begin }, "Score this text")
    )
  );
}

export function status(kind, text, title = "") {
  byId("status").dataset.kind = kind;
  byId("status-text").textContent = text;
  byId("status").title = title;
}
