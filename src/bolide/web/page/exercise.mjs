// An exercise: write the metric yourself. It runs in a Python of its own, which can be ended at any moment.
import { announce, counted, fill, h, note, table } from "./dom.mjs";
import { Engine } from "./engine.mjs";
import { read, write } from "./state.mjs";

const SECONDS = 10; // an attempt may take, once Python is up
const engine = new Engine();

export function showExercise(node, metric) {
  const given = metric?.exercise ?? null;
  node.hidden = !given;
  if (!given || node.dataset.metric === metric.key) return;
  node.dataset.metric = metric.key;
  const key = `bolide.exercise.${metric.key}`;
  const code = h("textarea", {
    id: "exercise-code",
    rows: "16",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    dir: "ltr",
    "aria-describedby": "exercise-task"
  });
  code.value = read("sessionStorage", key) ?? given.stub;
  const out = h("div", { id: "exercise-out" });
  const run = h("button", { id: "exercise-run", class: "primary", onclick: () => attempt() }, "Run the tests");
  const stop = h("button", { id: "exercise-stop", hidden: true }, "Stop");
  const again = h(
    "button",
    {
      onclick: () => {
        code.focus();
        code.select();
        document.execCommand("insertText", false, given.stub); // unlike a value that is set it can be undone
      }
    },
    "Start over"
  );
  code.addEventListener("input", () => write("sessionStorage", key, code.value));
  code.addEventListener("keydown", event => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) attempt();
    else newLine(code);
  });
  fill(
    node,
    h("summary", {}, given.title),
    h("p", { id: "exercise-task" }, given.task),
    h("label", { for: code.id }, "Your Python"),
    code,
    h(
      "div",
      { class: "row" },
      run,
      stop,
      again,
      h(
        "span",
        { class: "note" },
        "Ctrl+Enter runs; Tab leaves the box, and lines are indented by themselves. The code stays in this page."
      )
    ),
    out
  );

  async function attempt() {
    if (run.disabled) return;
    run.disabled = true;
    stop.hidden = false;
    stop.focus();
    const end = words => () => engine.end(new Error(words));
    stop.onclick = end("Stopped.");
    let clock = 0;
    fill(out, note(engine.ready ? "Running …" : "Starting a Python of its own for this …"));
    try {
      const found = await engine.ask("exercise", "exercise", { metric: metric.key, code: code.value }, () => {
        clearTimeout(clock);
        clock = setTimeout(end(`Ended after ${SECONDS} seconds. Is there a loop that does not end?`), SECONDS * 1000);
      });
      showTests(out, found);
    } catch (error) {
      fill(out, h("p", { class: "notice" }, error.message));
      announce(error.message);
    } finally {
      clearTimeout(clock);
      run.disabled = false;
      run.focus();
      stop.hidden = true;
    }
  }
}

function showTests(node, { problem, tests, printed }) {
  const passed = tests.filter(test => test.passed).length;
  const words =
    problem ??
    (passed === tests.length
      ? `All ${counted(tests.length, "test")} passed.`
      : `${passed} of ${counted(tests.length, "test")} passed.`);
  announce(words);
  const row = test => ({
    "data-passed": String(test.passed),
    cells: [
      [test.what, h("br"), h("code", {}, test.call)],
      test.passed ? "✓ passed" : "✗ failed",
      test.expected,
      test.got
    ]
  });
  fill(
    node,
    h(
      "p",
      { class: problem ? "notice" : passed === tests.length ? "flag good" : "flag bad", id: "exercise-said" },
      words
    ),
    tests.length > 0 &&
      table("Tests", [["test"], ["result", "outcome"], ["expected", "num"], ["got", "num"]], tests.map(row), {
        class: "exercise-tests"
      }),
    printed && [h("h4", {}, "Printed"), h("pre", { tabindex: "0" }, printed)]
  );
}

// A new line begins below the beginning of the last, and deeper after a colon.
function newLine(code) {
  const before = code.value.slice(0, code.selectionStart).split("\n").at(-1);
  const deeper = before.trimEnd().endsWith(":") ? "    " : "";
  document.execCommand("insertText", false, `\n${before.match(/^ */)[0]}${deeper}`);
}
