// A histogram whose bars are buttons: each narrows the table of segments to its range.
import { counted, fixed, h, note, signed, ticks } from "./dom.mjs";

const bins = () => (matchMedia("(max-width: 46rem)").matches ? 10 : 20); // bars that a finger can hit

export function histogram(values, { title, isLead, chosen, choose }) {
  if (!values.length) return note("No segment fits.");
  const apart = values.filter((value) => !isLead || value);
  const ties = values.length - apart.length;
  const ends = endsOf(apart, isLead);
  const step = ends[1] - ends[0];
  const counts = ends.slice(1).fill(0);
  for (const value of apart) counts[Math.min(counts.length - 1, Math.floor((value - ends[0]) / step + 1e-9))]++;
  const most = Math.max(...counts);
  const places = (String(Number(step.toPrecision(6))).split(".")[1] ?? "").length;
  const label = (value) => (isLead ? signed : fixed)(value, places);
  return h("figure", { class: "histogram" }, h("figcaption", { class: "note" }, `${title}: choose a bar to see its segments${ties ? `; ${counted(ties, "tie")} left out` : ""}`),
    h("div", { class: "bars-row", role: "group", "aria-label": `Histogram, ${title}` }, counts.map((many, k) => {
      const bin = { from: ends[k], to: ends[k + 1], last: k === counts.length - 1 };
      const words = `${label(bin.from)} to ${label(bin.to)}: ${counted(many, "segment")}`;
      const mine = chosen?.from === bin.from;
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      bar.style.height = `${many ? Math.max(3, (100 * many) / most) : 0}%`;
      return h("button", { class: isLead && bin.to <= 0 ? "for-b" : null, disabled: !many && !mine, "aria-pressed": String(mine), title: words, "aria-label": words, onclick: () => choose(mine ? null : bin) }, bar);
    })),
    h("div", { class: "bars-axis note num", "aria-hidden": "true" }, [0, Math.round(counts.length / 2), counts.length].map((k) => h("span", {}, label(ends[k])))));
}

// Whether a value is in the range of a bar; a tie is nobody's lead.
export const isIn = ({ from, to, last }, value, isLead) => (!isLead || value !== 0) && value >= from && (value < to || (last && value <= to));

// The ends of ranges of a round width that hold all values; around 0 where they are differences.
function endsOf(values, isLead) {
  const furthest = values.reduce((most, value) => Math.max(most, Math.abs(value)), isLead ? 1 : 100);
  return ticks(isLead ? -furthest : 0, furthest, bins());
}
