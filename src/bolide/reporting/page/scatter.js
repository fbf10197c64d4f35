// Segments by two leads, the metric's across and people's up. A frame drawn with a pointer, or by keys, chooses those in it.
const FIELD = { width: 620, height: 380, left: 64, right: 12, top: 10, bottom: 46 };
const STEP = 20; // by which a key moves or widens the frame

function drawScatter(section) {
  clear(section);
  section.mark = () => {};
  const dots = leadsOfBoth();
  section.hidden = !dots.length;
  if (!dots.length) return;
  const { width, height, left, right, top, bottom } = FIELD;
  const [a, b] = both().map(s => summary.systems[s]);
  const [ours, people] = [metric().name, `people (${summary.human.name})`];
  const across = scaleOf(
    dots.map(({ x }) => x),
    width - left - right
  );
  const up = scaleOf(
    dots.map(({ y }) => y),
    height - top - bottom
  );
  for (const dot of dots) Object.assign(dot, { px: left + across.at(dot.x), py: height - bottom - up.at(dot.y) });
  const grid = (x1, y1, x2, y2, mark) => svg("line", { x1, y1, x2, y2, class: mark ? "grid" : "zero" });
  const label = (x, y, words, more = {}) =>
    svg("text", { x, y, "text-anchor": "middle", class: "axis", ...more }, words);
  const [chosen, frame] = [svg("path", { class: "dots chosen-dots" }), svg("path", { class: "frame" })];
  const drawn = svg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    across.marks.map(mark => {
      const x = left + across.at(mark);
      return [grid(x, top, x, height - bottom, mark), label(x, height - bottom + 16, tick(mark, true))];
    }),
    up.marks.map(mark => {
      const y = height - bottom - up.at(mark);
      return [
        grid(left, y, width - right, y, mark),
        label(left - 8, y + 4, tick(mark, true), { "text-anchor": "end" })
      ];
    }),
    label((left + width) / 2, height - 6, `lead of ${shown(a)} over ${shown(b)} in ${ours}`),
    label(0, 0, `lead by ${people}`, { transform: `translate(14 ${(top + height - bottom) / 2}) rotate(-90)` }),
    svg("path", { class: "dots", d: dotted(dots) }),
    chosen,
    frame
  );
  const plot = el(
    "div",
    { class: "scatter", tabindex: 0, role: "group", "aria-labelledby": "scatter", "aria-describedby": "scatter-keys" },
    drawn
  );
  brushed(plot, drawn, frame, dots);
  const quadrants = [
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1]
  ].map(([x, y]) => [x, y, dots.filter(dot => dot.x * x > 0 && dot.y * y > 0)]);
  const agreed = dots.filter(({ x, y }) => x * y > 0).length;
  const apart = dots.filter(({ x, y }) => x && y).length;
  const who = side => (side > 0 ? a : b);
  put(section, [
    el(
      "h2",
      { id: "scatter" },
      `In ${agreed.toLocaleString("en")} of ${apart.toLocaleString("en")} segments `,
      name(ours),
      ` and ${people} prefer the same system`
    ),
    el("p", { class: "note" }, "One dot per segment on which either differs; ties are counted for neither."),
    plot,
    el(
      "p",
      { class: "note small", id: "scatter-keys" },
      "Click a dot to see its segment; drag a frame around segments to list them below. By keyboard: arrows move the frame, with Shift they widen it, Enter lists, Escape removes it."
    ),
    el(
      "div",
      { class: "tools" },
      quadrants.map(([x, y, found]) => {
        const label = `${ours}: ${who(x)} · people: ${who(y)}`;
        return el(
          "button",
          { disabled: !found.length, onclick: () => listDots(found, label) },
          name(label),
          ` · ${found.length.toLocaleString("en")}`
        );
      })
    )
  ]);
  section.mark = () =>
    chosen.setAttribute(
      "d",
      state.filter?.segments ? dotted(dots.filter(({ s }) => state.filter.segments.has(s))) : ""
    );
  section.mark();
}

// Segments that people judged of both systems, unless neither they nor the metric tell these apart.
function leadsOfBoth() {
  if (!numbers.human || state.b === null) return [];
  const [ours, theirs] = both().map(s => numbers.human[s]);
  const sign = summary.human.comparison?.higher_is_better === false ? -1 : 1;
  return ours
    .flatMap((value, s) =>
      value === null || theirs[s] === null ? [] : [{ s, x: leadOf(s), y: sign * (value - theirs[s]) }]
    )
    .filter(({ x, y }) => x || y);
}

const dotted = dots => dots.map(({ px, py }) => `M${px.toFixed(1)} ${py.toFixed(1)}h0`).join("");

function listDots(dots, label) {
  openSegments({ kind: "dots", segments: new Set(dots.map(({ s }) => s)), label });
}

function brushed(plot, drawn, frame, dots) {
  const { width, height } = FIELD;
  let [box, from] = [null, null];
  const show = ends => {
    box = ends;
    const [x1, y1, x2, y2] = ends ?? [0, 0, 0, 0];
    frame.setAttribute("d", `M${x1} ${y1}H${x2}V${y2}H${x1}Z`);
  };
  const inside = () => {
    const [x1, y1, x2, y2] = box;
    return dots.filter(({ px, py }) => (px - x1) * (px - x2) <= 0 && (py - y1) * (py - y2) <= 0);
  };
  const list = () => {
    if (box) listDots(inside(), `in the frame: ${counted(inside().length, "segment")}`);
  };
  const place = event => {
    const room = drawn.getBoundingClientRect();
    return [((event.clientX - room.left) * width) / room.width, ((event.clientY - room.top) * height) / room.height];
  };
  plot.addEventListener("pointerdown", event => {
    from = place(event);
    plot.setPointerCapture(event.pointerId);
    show(null);
  });
  plot.addEventListener("pointermove", event => {
    if (from) show([...from, ...place(event)]);
  });
  plot.addEventListener("pointerup", event => {
    from = null;
    if (box) return list();
    const [x, y] = place(event);
    const hit = dots.find(({ px, py }) => Math.hypot(px - x, py - y) < 5);
    if (hit) change({ segment: hit.s });
  });
  plot.addEventListener("keydown", event => {
    const by = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    if (by) {
      const [x1, y1, x2, y2] = box ?? [
        width / 2 - 2 * STEP,
        height / 2 - 2 * STEP,
        width / 2 + 2 * STEP,
        height / 2 + 2 * STEP
      ];
      const move = event.shiftKey ? [0, 0] : by;
      show([x1 + move[0], y1 + move[1], x2 + by[0], y2 + by[1]]);
      announce(counted(inside().length, "segment"));
    } else if (event.key === "Enter") list();
    else if (event.key === "Escape") {
      show(null);
      change({ filter: null });
    } else return;
    event.preventDefault();
  });
}
