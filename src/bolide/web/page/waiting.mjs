// What stands in the result's place while there is none: Python loading, nothing to score, a long calculation.
import { byId, counted, fill, h } from "./dom.mjs";
import { about } from "./state.mjs";

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

export function loadingText({ got, of }) {
  return of ? `Loading Python: ${megabytes(got)} of ${megabytes(of)} MB` : "Loading Python …";
}

export function showLoading(node, progress) {
  let bar = node.querySelector(".loading progress");
  if (!bar) {
    bar = h("progress", { max: "1", "aria-label": "Python loading" });
    fill(node, h("div", { className: "card loading" }, h("p", {}, "The score appears here as soon as Python has loaded. You can type already."), bar, h("p", { className: "note num" })));
  }
  if (progress.of) bar.value = progress.got / progress.of;
  node.querySelector(".loading .note").textContent = progress.of ? `${megabytes(progress.got)} of ${megabytes(progress.of)} MB, kept by the browser for the next time` : "";
}

export function showEmpty(node, metric, missing, load) {
  const mine = about.examples.filter((example) => example.metric === metric.key).slice(0, 3);
  fill(node, h("section", { className: "card empty", "aria-label": "Nothing to score yet" },
    h("h4", {}, "Nothing to score yet"),
    h("p", {}, `Type or paste ${missing}. The score and every step to it appear here as you type.`),
    mine.length > 0 && h("div", { className: "row" }, h("span", { className: "note" }, "Or begin with an example:"),
      mine.map((example) => h("button", { type: "button", className: "chip", onclick: () => load(example) }, example.title)))));
}

// How long the metrics took here, per character of text: what a longer text will take is at least so much.
const pace = new Map();

export function took(metric, characters, seconds) {
  if (characters > 0) pace.set(metric, seconds / characters);
}

export const expected = (metric, characters) => (pace.get(metric) ?? 0) * characters;

// A line that says how long it has been, and, where that is known, how long the last text of this kind would have taken.
export function showWorking(node, stop, estimate) {
  const begun = performance.now();
  const about = estimate >= 2 ? ` At the pace of the last text it takes ${estimate < 90 ? `${Math.round(estimate)} s` : `${Math.round(estimate / 60)} minutes`}.` : "";
  const said = h("span", { className: "num" });
  const say = () => (said.textContent = `Scoring … ${Math.round((performance.now() - begun) / 1000)} s.${about}`);
  let timer = 0;
  const delay = setTimeout(() => {
    say();
    timer = setInterval(say, 1000);
    node.setAttribute("aria-busy", "true");
    node.querySelector(".working")?.remove();
    node.prepend(h("div", { className: "working" }, said, h("button", { type: "button", onclick: stop }, "Stop")));
  }, 500);
  return () => {
    clearTimeout(delay);
    clearInterval(timer);
  };
}

// From so many tokens on a score waits to be asked. Compiled, twice the tokens of the slowest metric take no longer.
let compiled = false;
export const mostTokens = (metric) => metric.on_request && metric.on_request * (compiled ? 2 : 1);

export function showReady(isCompiled) {
  compiled = isCompiled;
  byId("core").textContent = compiled ? "compiled kernels" : "interpreted kernels";
  status("ready", "Ready");
}

export function askFirst(node, tokens, most, begin) {
  const long = tokens > 2 * most ? "a minute or more" : "several seconds";
  fill(node, h("div", { className: "placeholder" },
    h("p", {}, `This text has ${counted(tokens, "token")}. With more than ${most.toLocaleString("en")} this score can take ${long}, so it is computed only when you ask for it. You can stop it.`),
    h("button", { type: "button", className: "primary", onclick: begin }, "Score this text")));
}

export function status(kind, text, title = "") {
  byId("status").dataset.kind = kind;
  byId("status-text").textContent = text;
  byId("status").title = title;
}
