// A histogram whose bars are buttons: each narrows the table of segments to its range.
import { counted, fixed, h, note, signed } from "./dom.mjs";

const bins = () => (matchMedia("(max-width: 46rem)").matches ? 10 : 20); // bars that a finger can hit
const STEPS = [1, 2, 2.5, 5, 10];

export function histogram(values, { title, isLead, chosen, choose }) {
  if (!values.length) return note("No segment fits.");
  const { from, step, bins } = ranges(values, isLead);
  const counts = Array.from({ length: bins }, () => 0);
  for (const value of values) counts[Math.min(bins - 1, Math.floor((value - from) / step + 1e-9))]++;
  const most = Math.max(...counts);
  const places = step < 1 ? 1 : 0;
  const label = (value) => (isLead ? signed : fixed)(value, places);
  return h("figure", { class: "histogram" }, h("figcaption", { class: "note" }, `${title}: choose a bar to see its segments`),
    h("div", { class: "bars-row", role: "group", "aria-label": `Histogram, ${title}` }, counts.map((many, k) => {
      const bin = { from: from + k * step, to: from + (k + 1) * step, last: k === bins - 1 };
      const words = `${label(bin.from)} to ${label(bin.to)}: ${counted(many, "segment")}`;
      const mine = chosen !== null && Math.abs(chosen.from - bin.from) < 1e-9;
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      bar.style.height = `${many ? Math.max(3, (100 * many) / most) : 0}%`;
      return h("button", { class: isLead && bin.to <= 0 ? "for-b" : null, disabled: !many && !mine, "aria-pressed": String(mine), title: words, "aria-label": words, onclick: () => choose(mine ? null : bin) }, bar);
    })),
    h("div", { class: "bars-axis note num", "aria-hidden": "true" }, [0, Math.round(bins / 2), bins].map((k) => h("span", {}, label(from + k * step)))));
}

// Ranges of a round width that hold all values; around 0 where they are differences.
function ranges(values, isLead) {
  let low = 0;
  let high = isLead ? 0 : 100;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (isLead) high = Math.max(high, -low, 1);
  const rough = (isLead ? 2 * high : high - low) / bins();
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * STEPS.find((one) => one * power >= rough - 1e-12);
  if (!isLead) return { from: low, step, bins: Math.max(1, Math.ceil((high - low) / step - 1e-9)) };
  const half = Math.max(1, Math.ceil(high / step - 1e-9));
  return { from: -half * step, step, bins: 2 * half };
}
