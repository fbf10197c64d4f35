// Tables as text for a paper, and figures as files.
const ESCAPES = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "$<$",
  ">": "$>$",
  "|": "$|$",
  "−": "$-$",
  "±": "$\\pm$",
  "–": "--",
  "↑": "$\\uparrow$",
  "↓": "$\\downarrow$"
};
const forLatex = text => text.replace(/[\\~^&%$#_{}<>|−±–↑↓]/g, c => ESCAPES[c] ?? `\\${c}`);
const forMarkdown = text => text.replace(/[\\`*_|<>[\]#&~@]/g, "\\$&");

// Numbers as programs read them: 1,770 is 1770, except in the names of rows.
function forCsv(cell, k) {
  const number = (k ? cell.replace(/(\d),(?=\d{3})/g, "$1") : cell).replaceAll("−", "-");
  const formula = /^\s*[=+@-]/.test(number) && !/^[+-]?[\d.]+( ?[[(±][-+\d., ±%)\]]*)?$/.test(number);
  const text = formula ? `'${number}` : number; // or a spreadsheet would compute it
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const FORMATS = {
  LaTeX: ([head, ...rows]) =>
    [
      `\\begin{tabular}{l${"r".repeat(head.length - 1)}}`,
      "\\toprule",
      line(head),
      "\\midrule",
      ...rows.map(line),
      "\\bottomrule",
      "\\end{tabular}"
    ].join("\n"),
  Markdown: ([head, ...rows]) =>
    [head, head.map((_, k) => (k ? "---:" : "---")), ...rows]
      .map(cells => `| ${cells.map(forMarkdown).join(" | ")} |`)
      .join("\n"),
  CSV: rows => rows.map(cells => cells.map(forCsv).join(",")).join("\r\n")
};

// A row must not begin with [ or *, which the \\ before it would take for an argument.
const line = cells => `${cells.map(forLatex).join(" & ")} \\\\`.replace(/^\s*[[*]/, "{}$&");

// The cells of a table as they are read, without pictures and the columns that hold nothing else. The letters and the
// interval of a score, and what its runs say, have columns of their own.
const PARTS = { letters: "letters", interval: "95 %", runs: "runs" };

function cellsOf(table) {
  const rows = [...table.rows].map(row =>
    [...row.cells].map(cell => {
      const copy = cell.cloneNode(true);
      for (const one of copy.querySelectorAll("svg, .visually-hidden, [aria-hidden]")) one.remove();
      const parts = Object.keys(PARTS).map(kind => copy.querySelector(`.${kind}`));
      for (const part of parts) part?.remove();
      return [copy, ...parts].map(one => one?.textContent.replace(/\s+/g, " ").trim() ?? "");
    })
  );
  const [head, ...body] = rows.map(cells => cells.flat());
  const named = head.map((text, k) => text || Object.values(PARTS)[(k % 4) - 1] || "");
  return [named, ...body].map(cells => cells.filter((_, k) => head[k] || body.some(row => row[k])));
}

// Below a table: what copies it.
function copyTools(table) {
  return el(
    "p",
    { class: "save" },
    "copy as",
    Object.entries(FORMATS).map(([form, write]) =>
      el("button", { class: "copy", onclick: event => copyText(write(cellsOf(table)), event.target) }, form)
    )
  );
}

// What a button copies; the button says for a while whether it has.
async function copyText(text, button) {
  const done = await navigator.clipboard.writeText(text).then(
    () => true,
    () => copiedByHand(text)
  );
  const label = (button.dataset.label ??= button.textContent); // a second click may come meanwhile
  clearTimeout(Number(button.dataset.timer));
  button.textContent = done ? "Copied" : "Not copied";
  announce(done ? `${label} copied.` : "The browser did not allow copying.");
  button.dataset.timer = String(setTimeout(() => (button.textContent = label), 1400));
}

function copiedByHand(text) {
  const box = el("textarea", { class: "visually-hidden", "aria-hidden": "true" }, text);
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  return done;
}

function download(name, type, ...content) {
  const url = URL.createObjectURL(new Blob(content, { type }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
  announce(`${name} saved.`);
}

const LOOKS = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-opacity",
  "fill-opacity",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "text-decoration-line"
];

const MARGIN = 12; // around a figure that is saved

// A figure with its looks written into it, on a ground of its own: it looks the same without the page's style sheet.
function standalone(drawn) {
  const copy = drawn.cloneNode(true);
  const [from, to] = [drawn, copy].map(root => [root, ...root.querySelectorAll("*")]);
  from.forEach((node, k) => {
    const look = getComputedStyle(node);
    for (const one of ["class", "tabindex", "data-mark", "data-whole", "style"]) to[k].removeAttribute(one);
    for (const one of LOOKS) to[k].setAttribute(one.replace("-line", ""), look.getPropertyValue(one));
  });
  if (drawn.dataset.whole) copy.setAttribute("viewBox", drawn.dataset.whole);
  const [x, y, wide, high] = copy.getAttribute("viewBox").split(" ").map(Number);
  const [width, height] = [wide + 2 * MARGIN, high + 2 * MARGIN];
  for (const [one, value] of Object.entries({
    width,
    height,
    viewBox: `${x - MARGIN} ${y - MARGIN} ${width} ${height}`
  }))
    copy.setAttribute(one, value);
  copy.prepend(
    svg("rect", {
      x: x - MARGIN,
      y: y - MARGIN,
      width,
      height,
      fill: getComputedStyle(drawn.closest(".card") ?? document.body).backgroundColor
    })
  );
  return new XMLSerializer().serializeToString(copy);
}

const saveSvg = (drawn, name) => download(`${name}.svg`, "image/svg+xml", standalone(drawn));

// Below a figure: what saves it.
function saveTool(holder, file) {
  return el(
    "p",
    { class: "save" },
    el("button", { class: "copy", onclick: () => saveSvg(holder.querySelector("svg"), file) }, "save this figure (SVG)")
  );
}
