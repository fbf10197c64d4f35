// A metric's options, made from the metric's own fields: those that visitors reach for as switches, the others in a form.
import { byId, fill, fixed, h, note } from "./dom.mjs";
import { changedOptions, same, state } from "./state.mjs";

let values = new Map(); // of each definition, for the texts as they are

export function showOptions(node, note, metric, onChange) {
  const again = () => showOptions(node, note, metric, onChange);
  const definition = definitionOf(metric);
  const set = (name, value, live = false) => {
    state.options[metric.key] = { ...state.options[metric.key], [name]: value };
    remark();
    onChange(name, live);
  };
  const choose = options => {
    state.options[metric.key] = { ...options };
    again();
    onChange();
  };
  const remark = () => {
    const many = Object.keys(changedOptions(metric.key)).filter(name => !isAsOpened(metric, name)).length;
    note.textContent = many ? `${many} changed` : "all at their defaults";
  };
  remark();
  const fields = metric.options.filter(
    option =>
      option.kind !== "path" && option.name !== "variant" && (!definition || definition.fields.includes(option.name))
  );
  const first = fields.filter(option => option.prominent).sort((a, b) => isSwitch(a) - isSwitch(b)); // boxes to tick come last
  fill(
    switches(node),
    definition && definitions(metric, definition, choose),
    h(
      "div",
      { class: "switches-row" },
      first.map(option => field(metric, option, definition, set))
    )
  );
  fill(
    node,
    presets(metric, choose),
    h(
      "div",
      { class: "fields" },
      fields.filter(option => !option.prominent).map(option => field(metric, option, definition, set))
    )
  );
}

const isSwitch = option => Number(option.kind === "switch" && !option.optional);

// The switches stand above the card of the other options.
function switches(node) {
  const found = byId("switches");
  if (found) return found;
  const made = h("div", { id: "switches", class: "switches" });
  (node.closest("details") ?? node).before(made);
  return made;
}

// Whether an option is as the metric, or the chosen definition of it, has it by itself.
const isAsOpened = (metric, name) =>
  state.options[metric.key][name] ===
  (definitionOf(metric)?.options[name] ?? metric.options.find(option => option.name === name)?.default);

const definitionOf = metric =>
  metric.definitions.find(({ name }) => name === state.options[metric.key].variant) ?? null;

// --- definitions of one name ----------------------------------------------------------------------------------------

function definitions(metric, chosen, choose) {
  const one = ({ name, options, note }) =>
    h(
      "label",
      { class: "definition", title: note },
      h("input", {
        type: "radio",
        name: "definition",
        value: name,
        checked: name === chosen.name,
        onchange: () => {
          choose(options);
          byId("switches").querySelector("input:checked")?.focus();
        }
      }),
      h("span", { class: "definition-name" }, name),
      h("span", { class: "num definition-value", "data-definition": name }, valueOf(name))
    );
  return h(
    "fieldset",
    { class: "definitions" },
    h("legend", {}, `Definition of ${metric.name}`),
    metric.definitions.map(one),
    note(chosen.note)
  );
}

const valueOf = name => (values.has(name) ? values.get(name) : "…");

// What every definition gives the texts, beside its name.
export function showValues(variants) {
  values = new Map(variants.map(({ name, value }) => [name, value === undefined ? "–" : fixed(value, 4)]));
  for (const node of document.querySelectorAll("[data-definition]"))
    node.textContent = valueOf(node.dataset.definition);
}

// --- presets and fields ---------------------------------------------------------------------------------------------

function presets(metric, choose) {
  const defaults = Object.fromEntries(metric.options.map(option => [option.name, option.default]));
  const all = { ...metric.presets };
  if (!Object.values(all).some(options => same(options, defaults))) all.defaults = defaults;
  return h(
    "div",
    { class: "row presets", role: "group", "aria-label": "Presets" },
    h("span", { class: "note" }, "Presets"),
    Object.entries(all).map(([name, options]) =>
      h(
        "button",
        {
          class: "chip",
          "aria-pressed": String(same(options, state.options[metric.key])),
          onclick: () => choose(options)
        },
        name
      )
    )
  );
}

function field(metric, option, definition, set) {
  const id = `option-${metric.key}-${option.name}`;
  const value = state.options[metric.key][option.name];
  const help = h("span", { id: `${id}-help`, class: "help" }, option.help, " ", h("code", {}, option.flag));
  const problem = h("span", { id: `${id}-problem`, class: "field-problem" });
  const described = `${problem.id} ${help.id}`;
  const holder = {
    class: `field${option.kind === "texts" ? " wide" : ""}`,
    "data-option": option.name,
    title: option.prominent ? option.help : null
  };
  if (option.kind === "switch" && !option.optional) {
    const input = h("input", {
      type: "checkbox",
      id,
      checked: value,
      "aria-describedby": described,
      onchange: ({ target }) => set(option.name, target.checked)
    });
    return h("div", { ...holder, class: "field switch" }, input, h("label", { for: id }, option.label), help, problem);
  }
  if (option.kind === "texts" && option.choices.length)
    return h("div", holder, several(option, id, value || definition?.usual[option.name] || "", set), help, problem);
  return h(
    "div",
    holder,
    h("label", { for: id }, option.label),
    control(option, id, value, described, definition, set),
    help,
    problem
  );
}

// Several names out of a few, in their order; one at least.
function several(option, id, value, set) {
  const chosen = new Set(value.split(",").filter(Boolean));
  const group = h(
    "div",
    { id, role: "group", "aria-label": option.label, tabindex: "-1", class: "several" },
    h("span", { class: "label" }, option.label),
    option.choices.map(choice =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          value: choice,
          checked: chosen.has(choice),
          disabled: chosen.size === 1 && chosen.has(choice),
          onchange: ({ target }) => {
            if (target.checked) chosen.add(choice);
            else chosen.delete(choice);
            for (const box of group.querySelectorAll("input"))
              box.disabled = chosen.size === 1 && chosen.has(box.value);
            set(option.name, option.choices.filter(one => chosen.has(one)).join(","));
          }
        }),
        choice
      )
    )
  );
  return group;
}

function control(option, id, value, described, definition, set) {
  const shared = { id, "aria-describedby": described };
  if (option.choices.length || option.kind === "switch") {
    const choices = [...(option.optional ? [""] : []), ...(option.kind === "switch" ? ["yes", "no"] : option.choices)];
    const usual = definition?.usual[option.name];
    const input = h(
      "select",
      { ...shared, onchange: ({ target }) => set(option.name, target.value) },
      choices.map(choice => h("option", { value: choice }, choice || (usual ? `${usual} (usual)` : "usual")))
    );
    input.value = value;
    return input;
  }
  const numeric = option.kind === "integer" || option.kind === "number";
  const usual = option.default === "" ? definition?.usual[option.name] : option.default;
  const typed = h("input", {
    ...shared,
    type: option.kind === "integer" ? "number" : "text",
    inputmode: numeric ? "decimal" : null,
    value,
    min: option.kind === "integer" ? "0" : null,
    placeholder: usual ?? "usual",
    autocomplete: "off",
    spellcheck: "false",
    // An emptied field means the default: an option always has a value.
    oninput: ({ target }) => {
      if (slider) slider.value = target.value || usual;
      set(option.name, target.value === "" ? option.default : target.value);
    }
  });
  const slider =
    option.range &&
    usual &&
    slide(option, value || usual, moved => {
      typed.value = moved;
      set(option.name, Number(moved) === Number(usual) ? option.default : moved, true);
    });
  return slider ? h("span", { class: "sliding" }, slider, typed) : typed;
}

// A slider for a number that is also typed; the score follows it.
function slide({ label, range: [min, max, step] }, value, moved) {
  const made = h("input", {
    type: "range",
    min,
    max,
    step,
    "aria-label": label,
    oninput: ({ target }) => moved(target.value)
  });
  made.value = value;
  return made;
}

// --- from elsewhere to a field --------------------------------------------------------------------------------------

// The field of an option, unfolded.
function fieldOf(name) {
  const found = [...document.querySelectorAll("#switches .field, #options .field")].find(
    one => one.dataset.option === name
  );
  found?.closest("details")?.setAttribute("open", "");
  return found;
}

export function focusOption(name) {
  const found = fieldOf(name);
  if (!found) return;
  found.querySelector("input, select, [tabindex]")?.focus();
  found.scrollIntoView({ block: "nearest" });
}

// What is wrong with an option is said at its field too.
export function showProblems(names, message) {
  clearProblems();
  for (const name of names ?? []) {
    const found = fieldOf(name);
    if (!found) continue;
    found.classList.add("wrong");
    found.querySelector(".field-problem").textContent = message;
    found.querySelector("input, select, [role=group]").setAttribute("aria-invalid", "true");
  }
}

export function clearProblems() {
  for (const found of document.querySelectorAll(".field.wrong")) {
    found.classList.remove("wrong");
    found.querySelector(".field-problem").textContent = "";
    found.querySelector("[aria-invalid]").removeAttribute("aria-invalid");
  }
}
