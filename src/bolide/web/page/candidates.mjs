// Two candidates against the same references: both scores, what changed, and what it cost.
import { byId, counted, fill, fixed, h, note, signed, table } from "./dom.mjs";
import { Superseded } from "./engine.mjs";
import { sideBySide } from "./pictures.mjs";
import { state } from "./state.mjs";

const NAMES = ["A", "B"];
const rounded = points => Number(fixed(points, 2)); // a difference agrees with the numbers beside it

export async function compareInto(slot, engine, { metric, options, hyp, refs }) {
  if (!state.rival?.trim()) return;
  try {
    const found = await engine.ask("candidates", "candidates", { metric, options, hyps: [hyp, state.rival], refs });
    if (!slot.isConnected) return;
    fill(slot, compared(found));
    if (byId("rival-count"))
      byId("rival-count").textContent = counted(found.tokens, found.unit === "character" ? "character" : "token");
  } catch (error) {
    if (!(error instanceof Superseded) && slot.isConnected)
      fill(slot, h("p", { class: "notice" }, `The candidates were not compared: ${error.message}`));
  }
}

function compared(found) {
  const [a, b] = found.scores;
  return h(
    "section",
    { class: "card compared", "aria-label": "Two candidates" },
    h("div", { class: "card-head" }, h("h4", {}, "Candidate A and candidate B")),
    h(
      "div",
      { class: "pair" },
      found.scores.map((score, at) =>
        h("div", {}, note(`Candidate ${NAMES[at]}`), h("p", { class: "pair-score num" }, fixed(score.points, 2)))
      ),
      h("div", {}, note("B − A"), h("p", { class: "pair-score num" }, signed(rounded(b.points) - rounded(a.points), 2)))
    ),
    h("p", { id: "pair-said" }, found.verdict),
    found.references && h("p", { class: "advice" }, found.references),
    h("h5", {}, "What changed"),
    changed(found.words, found.unit === "character" ? "" : " "),
    found.pictures.flat().length > 0 && sideBySide(found.pictures, NAMES),
    h("h5", {}, "What it cost"),
    steps(found.steps),
    evidence(found.only)
  );
}

function changed(words, space) {
  if (!words) return note("The texts are too long to say which words changed.");
  if (words.every(({ same }) => same)) return note("Nothing: to this metric both are the same words.");
  const line = (name, side, tag) =>
    h(
      "p",
      { class: "line", dir: "auto" },
      h("span", { class: "line-name" }, name),
      words.flatMap(piece => [
        piece.same
          ? h("span", { class: "note" }, piece[side].join(space))
          : piece[side].length > 0 && h(tag, {}, piece[side].join(space)),
        space
      ])
    );
  return h("div", { class: "changed" }, line("Candidate A", "first", "del"), line("Candidate B", "second", "ins"));
}

const steps = found =>
  table(
    "Steps of both",
    [["step"], ["A", "num"], ["B", "num"], ["B − A", "num"]],
    found.map(({ label, shown, apart }) => ({
      class: apart === "same" ? "same" : null,
      cells: [label, ...shown, apart]
    })),
    { class: "pair-steps" }
  );

function evidence(only) {
  const list = ({ marks, more }, name) =>
    h(
      "div",
      {},
      note(`Only candidate ${name} has`),
      marks.length
        ? h(
            "ul",
            { class: "chips" },
            marks.map(({ kind, text, times }) =>
              h(
                "li",
                { class: "evidence-chip" },
                h("bdi", {}, text || "␣"),
                h("span", { class: "note" }, ` ${kind}${times > 1 ? ` ×${times}` : ""}`)
              )
            )
          )
        : h("p", {}, "nothing of its own"),
      more > 0 && note(`and ${more.toLocaleString("en")} more`)
    );
  return h("div", { class: "only" }, list(only[0], "A"), list(only[1], "B"));
}
