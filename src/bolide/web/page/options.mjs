// A metric's options as a form, made from the metric's own fields; the names are those of the command line.
import { fill, h, words } from "./dom.mjs";
import { changedOptions, state } from "./state.mjs";

export function showOptions(node, note, metric, onChange) {
  const again = () => showOptions(node, note, metric, onChange);
  const set = (name, value) => {
    state.options[metric.key] = { ...state.options[metric.key], [name]: value };
    remark();
    onChange();
  };
  const remark = () => {
    const many = Object.keys(changedOptions(metric.key)).length;
    note.textContent = many ? `${many} changed` : "all at their defaults";
  };
  remark();
  fill(node,
    presets(metric, (options) => {
      state.options[metric.key] = { ...options };
      again();
      onChange();
    }),
    h("div", { className: "fields" }, metric.options.map((option) => field(metric, option, set))));
}

function presets(metric, choose) {
  const defaults = Object.fromEntries(metric.options.map((option) => [option.name, option.default]));
  const all = { ...metric.presets };
  if (!Object.values(all).some((options) => same(options, defaults))) all.defaults = defaults;
  if (Object.keys(all).length < 2) return null;
  return h("div", { className: "row presets", role: "group", "aria-label": "Presets" },
    h("span", { className: "note" }, "Presets"),
    Object.entries(all).map(([name, options]) =>
      h("button", { type: "button", className: "chip", "aria-pressed": String(same(options, state.options[metric.key])), onclick: () => choose(options) }, name)));
}

const same = (a, b) => Object.keys(a).every((name) => a[name] === b[name]);

function field(metric, option, set) {
  const id = `option-${metric.key}-${option.name}`;
  const value = state.options[metric.key][option.name];
  const help = h("span", { id: `${id}-help`, className: "help" }, option.help, " ", h("code", {}, option.flag));
  const label = h("label", { for: id }, words(option.name));
  if (option.kind === "switch" && !option.optional) {
    const input = h("input", { type: "checkbox", id, checked: value, "aria-describedby": help.id, onchange: ({ target }) => set(option.name, target.checked) });
    return h("div", { className: "field switch" }, input, label, help);
  }
  return h("div", { className: "field" }, label, control(option, id, value, help.id, set), help);
}

function control(option, id, value, help, set) {
  const shared = { id, "aria-describedby": help };
  if (option.kind === "choice" || option.kind === "switch") {
    const choices = [...(option.optional ? [""] : []), ...(option.kind === "switch" ? ["yes", "no"] : option.choices)];
    const input = h("select", { ...shared, onchange: ({ target }) => set(option.name, target.value) },
      choices.map((choice) => h("option", { value: choice }, choice || "not set")));
    input.value = value;
    return input;
  }
  const numeric = option.kind === "integer" || option.kind === "number";
  return h("input", {
    ...shared, type: option.kind === "integer" ? "number" : "text", inputmode: numeric ? "decimal" : null, value,
    placeholder: option.default === "" ? "not set" : option.default, autocomplete: "off", spellcheck: "false",
    // An emptied field means the default: an option always has a value.
    oninput: ({ target }) => set(option.name, target.value === "" ? option.default : target.value),
  });
}
