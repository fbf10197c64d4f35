// Plots whose rows are rows of a table: one scale for all, an axis above, the numbers beside.
const PLOT = { width: innerWidth < 640 ? 170 : 250, height: 30, edge: 8 };

function ticks(low, high, count = PLOT.width < 250 ? 3 : 4) {
  if (!(high > low)) [low, high] = [low - 1, high + 1];
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map(k => k * power).find(size => size >= rough * 0.999);
  const found = [];
  for (let k = Math.floor(low / step + 1e-9); k <= Math.ceil(high / step - 1e-9); k++)
    found.push(Number((k * step).toPrecision(12)));
  return found;
}

function scaleOf(values, width = PLOT.width) {
  const known = values.filter(value => Number.isFinite(value));
  const marks = ticks(Math.min(0, ...known), Math.max(0, ...known));
  const [low, high] = [marks[0], marks.at(-1)];
  const at = value => PLOT.edge + ((value - low) / (high - low || 1)) * (width - 2 * PLOT.edge);
  return { marks, at, width };
}

function axis(scale, label, sign = true) {
  const text = (x, y, words) => svg("text", { x, y, "text-anchor": "middle", class: "axis" }, words);
  return [
    el("span", { class: "visually-hidden" }, label),
    svg(
      "svg",
      { width: scale.width, height: 32, viewBox: `0 0 ${scale.width} 32`, "aria-hidden": "true" },
      text(scale.width / 2, 11, label),
      scale.marks.map(mark => text(scale.at(mark), 28, tick(mark, sign)))
    )
  ];
}

const tick = (mark, sign) => (sign && mark > 0 ? "+" : "") + String(Number(mark.toPrecision(6))).replace("-", "−");

function plotRow(scale, drawn) {
  const grid = scale.marks.map(mark =>
    svg("line", { x1: scale.at(mark), x2: scale.at(mark), y1: 0, y2: PLOT.height, class: mark === 0 ? "zero" : "grid" })
  );
  return svg(
    "svg",
    { width: scale.width, height: PLOT.height, viewBox: `0 0 ${scale.width} ${PLOT.height}`, "aria-hidden": "true" },
    grid,
    drawn
  );
}

// An estimate with its interval: open where the interval holds zero.
function estimate(scale, value, interval) {
  const y = PLOT.height / 2;
  const side = value < 0 ? " for-b" : "";
  const line =
    interval && svg("line", { x1: scale.at(interval[0]), x2: scale.at(interval[1]), y1: y, y2: y, class: "ci" });
  const holds = interval && interval[0] <= 0 && interval[1] >= 0;
  return [line, svg("circle", { cx: scale.at(value), cy: y, r: 5, class: (holds ? "open" : "solid") + side })];
}

function barOf(scale, value, interval) {
  const [x, zero] = [scale.at(value), scale.at(0)];
  const y = PLOT.height / 2;
  const bar = svg("rect", {
    x: Math.min(x, zero),
    width: Math.max(1, Math.abs(x - zero)),
    y: y - 6,
    height: 12,
    class: value < 0 ? "bar-b" : "bar-a"
  });
  const line =
    interval && svg("line", { x1: scale.at(interval[0]), x2: scale.at(interval[1]), y1: y, y2: y, class: "ci" });
  return [bar, line];
}

// A table with what copies it.
const copyable = (...about) => {
  const node = tableOf(...about);
  return [node, copyTools(node.firstChild)];
};
