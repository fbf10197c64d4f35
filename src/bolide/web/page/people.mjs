// Errors that people marked, or a tool predicted, over the outputs.
import { counted, h, markedErrors, note } from "./dom.mjs";

const key = (system, segment) => `${system} ${segment}`;

// What Python answers, by output; `files` are the names of the files with marks.
export function marksOf({ notes, marked }, files) {
  const byOutput = new Map();
  for (const one of marked) byOutput.set(key(one.system, one.segment), [...(byOutput.get(key(one.system, one.segment)) ?? []), one]);
  return {
    notes,
    of: (system, segment) => byOutput.get(key(system, segment)) ?? [],
    some: (segment, systems) => systems.some((system) => (byOutput.get(key(system, segment)) ?? []).some((one) => one.errors.length)),
    fileOf: (one) => (files.length > 1 ? files[one.file] : null),
  };
}

// Behind a system's name in the table: how many errors, in words that fit.
export function badge(marks, system, segment) {
  const found = marks?.of(system, segment) ?? [];
  if (!found.length) return null;
  const many = found.map((one) => one.errors.length);
  return h("span", { class: `mark-count${many.some(Boolean) ? "" : " none"}` }, many.every((one) => !one) ? "no error" : many.length > 1 ? `${many.join(" + ")} errors` : counted(many[0], "error"));
}

// One output with its errors, for every file that tells of it.
export function markedOutputs(marks, systems, segment) {
  const shown = systems.flatMap(({ name }, system) => marks.of(system, segment).map((one) => output(one, name, marks.fileOf(one))));
  if (!shown.length) return note("Nobody has looked for errors in this line.");
  const some = systems.some((_, system) => marks.of(system, segment).some((one) => one.errors.length));
  return h("section", { class: "marked-errors", "aria-label": "Marked errors" }, h("h5", {}, "Marked errors"), shown, some && legend());
}

function output({ text, errors }, name, file) {
  return h("figure", { class: "marked-output" },
    h("figcaption", { class: "note" }, name, file && ` · ${file}`, errors.length > 0 && ` · ${counted(errors.length, "error")}`),
    errors.length ? markedErrors(text, errors) : h("p", {}, "No error marked."));
}

const legend = () => h("p", { class: "note seg-legend" }, h("mark", { class: "major" }, "two lines"), ": a major error, or one without a severity · ", h("mark", { class: "minor" }, "dashes"), ": a minor or neutral one · small numbers stand where an error ends");
