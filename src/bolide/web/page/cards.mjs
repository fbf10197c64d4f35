// Cards of misconceptions: a claim, true or false, and why; as large as slides, with numbers that Python computes there and then.
import { announce, fill, h, note, table } from "./dom.mjs";
import { Superseded } from "./engine.mjs";
import { modal } from "./teaching.mjs";

export function showCards(engine) {
  const body = h("div", { class: "slide" });
  const count = h("span", { class: "num" });
  const back = h("button", { onclick: () => go(-1) }, "← Back");
  const on = h("button", { class: "primary", onclick: () => go(1) }, "Next →");
  let at = 0;
  let last = 0;

  async function go(by) {
    at = Math.max(0, Math.min(last, at + by));
    if (!engine.ready) fill(body, note("The card comes as soon as Python has loaded."));
    try {
      const card = await engine.ask("card", "card", { place: at });
      last = card.count - 1;
      fill(body, shown(card));
      count.textContent = `${at + 1} of ${card.count}`;
      back.disabled = at === 0;
      on.disabled = at === last;
      body.scrollTop = 0;
      body.querySelector("h2").focus({ preventScroll: true });
    } catch (error) {
      if (!(error instanceof Superseded)) fill(body, h("p", { class: "notice" }, error.message));
    }
  }

  modal("slides cards", "True or false?", body, h("div", { class: "slide-foot" }, back, count, on)).addEventListener(
    "keydown",
    event => {
      const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key];
      if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      go(by);
    }
  );
  go(0);
}

function shown({ title, claim, texts, numbers, holds, why }) {
  const several = texts.length > 1;
  const rows = texts.flatMap(({ what, hyps, refs }) =>
    hyps.map((hyp, k) => [...(several ? [what.join("; ")] : []), hyp, refs[k].join(" | ")])
  );
  const solution = h("div", { hidden: true });
  const choice = h(
    "div",
    { class: "row" },
    [true, false].map(said => h("button", { onclick: () => solve(said) }, said ? "True" : "False"))
  );
  function solve(said) {
    const verdict = `${said === holds ? "✓ Right" : "✗ No"}: it is ${holds ? "true" : "false"}.`;
    fill(
      solution,
      h("p", { class: `flag ${said === holds ? "good" : "bad"}` }, verdict),
      table(
        "Numbers",
        [["what"], ["number", "num"]],
        numbers.map(one => [one.what, one.shown])
      ),
      h("p", { class: "sentence" }, why)
    );
    solution.hidden = false;
    announce(`${verdict} ${why}`);
    solution.scrollIntoView({ block: "nearest" });
  }
  return [
    h("h2", { tabindex: "-1" }, title),
    h("p", {}, claim),
    table("Texts", [...(several ? [["output"]] : []), ["translation"], ["reference"]], rows),
    choice,
    solution
  ];
}
