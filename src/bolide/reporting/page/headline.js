// The bar that says what the page is about, and the buttons that copy.
function drawBar(bar) {
  const names = summary.systems;
  clear(bar);
  const word = text => el("span", { class: "word-of" }, text);
  put(bar, [
    choice(
      word("metric"),
      summary.metrics.map(one => one.name),
      state.metric,
      metric => change({ metric })
    )
  ]);
  if (names.length < 2) return;
  put(bar, [
    choice([el("span", { class: "key a", "aria-hidden": "true" }), word("system")], names, state.a, a =>
      change(a === state.b ? { a, b: state.a } : { a })
    ),
    choice([el("span", { class: "key b", "aria-hidden": "true" }), word("against")], names, state.b, b =>
      change(b === state.a ? { b, a: state.b } : { b })
    ),
    el("button", { onclick: () => change({ a: state.b, b: state.a }) }, "⇄", word(" swap"))
  ]);
}

// Of the charts of ranks, the one of the metric that the page is about.
function showSlope() {
  for (const figure of document.querySelectorAll(".slope"))
    figure.hidden = Number(figure.dataset.metric) !== state.metric;
}

function liveCopies() {
  for (const table of byId("app").parentElement.querySelectorAll(":scope > section .scroll > table"))
    table.parentElement.after(copyTools(table));
  for (const figure of document.querySelectorAll(".slope")) figure.append(saveTool(figure, "ranks"));
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copyText(button.dataset.copy, button));
  }
}
