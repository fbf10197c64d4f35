// A place to report a fault: a text with what whoever mends it must know. Nothing is sent from here.
import { byId, copyText, dialog, h } from "./dom.mjs";
import { about, changedOptions, isMetric, state } from "./state.mjs";

const seen = []; // what went wrong in this page, the latest last
const note = text => seen.push(String(text).slice(0, 300));

addEventListener("error", ({ message }) => note(message));
addEventListener("unhandledrejection", ({ reason }) => note(reason?.message ?? reason));

function facts(withTexts) {
  const shown = isMetric(state.view)
    ? Object.entries(changedOptions(state.view))
        .map(([name, value]) => `${name}=${value}`)
        .join(" ") || "defaults"
    : "";
  const lines = [
    ["Bolide", `${about.version}, ${byId("core").textContent}`],
    ["page", `${location.origin}${location.pathname}`],
    ["tab", state.view],
    shown && ["options", shown],
    ["score shown", byId("score-percent")?.textContent ?? "none"],
    ["browser", navigator.userAgent],
    [
      "window",
      `${innerWidth} × ${innerHeight}, scale ${devicePixelRatio}, ${byId("theme").selectedOptions[0].textContent.toLowerCase()}`
    ],
    ["status", byId("status-text").textContent],
    [
      "problems",
      [...seen.slice(-5), byId("result").querySelector(".notice")?.textContent].filter(Boolean).join(" | ") ||
        "none noticed"
    ],
    withTexts && ["candidate", JSON.stringify(state.hyp)],
    ...(withTexts ? state.refs.map((ref, k) => [`reference ${k + 1}`, JSON.stringify(ref)]) : [])
  ];
  return lines
    .filter(Boolean)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

export function reportFault() {
  const said = h("textarea", { id: "fault-said", rows: "4", "aria-describedby": "fault-help" });
  const withTexts = h("input", { type: "checkbox", id: "fault-texts" });
  const made = h("textarea", { id: "fault-report", rows: "10", readonly: "", spellcheck: "false" });
  const write = () =>
    (made.value = `What I did, what I expected, what happened:\n${said.value.trim() || "…"}\n\n${facts(withTexts.checked)}\n`);
  said.addEventListener("input", write);
  withTexts.addEventListener("change", write);
  const copy = h("button", { class: "primary", onclick: () => copyText(made.value, copy) }, "Copy the report");
  write();
  dialog(
    { class: "fault", "aria-labelledby": "fault-title" },
    h("h2", { id: "fault-title" }, "Report a fault"),
    h(
      "p",
      { id: "fault-help" },
      "This prepares a report; nothing is sent. Copy it and send it to whoever runs this page, or to whoever gave you its address."
    ),
    h("label", { for: "fault-said" }, "What you did, what you expected, what happened"),
    said,
    h("label", { class: "check" }, withTexts, "Include the texts in the boxes"),
    h("label", { for: "fault-report" }, "The report"),
    made,
    h("div", { class: "row" }, copy, h("button", { class: "leave" }, "Close"))
  );
  said.focus();
}
