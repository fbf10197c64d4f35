// Tables as text for a paper, and figures as files.
const ESCAPES = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}" };
const forLatex = (text) => text.replace(/[\\~^&%$#_{}]/g, (c) => ESCAPES[c] ?? `\\${c}`).replaceAll("−", "$-$").replaceAll("↑", "$\\uparrow$").replaceAll("↓", "$\\downarrow$");

const FORMATS = {
  LaTeX: ([head, ...rows]) => [`\\begin{tabular}{l${"r".repeat(head.length - 1)}}`, "\\toprule", line(head), "\\midrule", ...rows.map(line), "\\bottomrule", "\\end{tabular}"].join("\n"),
  Markdown: ([head, ...rows]) => [head, head.map((_, k) => (k ? "---:" : "---")), ...rows].map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n"),
  CSV: (rows) => rows.map((cells) => cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell.replaceAll("−", "-"))).join(",")).join("\r\n"),
};

const line = (cells) => `${cells.map(forLatex).join(" & ")} \\\\`;

// The cells of a table as they are read, without pictures and the columns that hold nothing else.
function cellsOf(table) {
  const rows = [...table.rows].map((row) => [...row.cells].map((cell) => {
    const copy = cell.cloneNode(true);
    for (const one of copy.querySelectorAll("svg, .visually-hidden, [aria-hidden]")) one.remove();
    return copy.textContent.replace(/\s+/g, " ").trim();
  }));
  return rows.map((cells) => cells.filter((_, k) => rows.some((row) => row[k])));
}

// Below a table: what copies it.
function copyTools(table) {
  return el("p", { class: "save" }, "copy as", Object.entries(FORMATS).map(([form, write]) =>
    el("button", { type: "button", class: "copy", onclick: (event) => copyText(event.target, write(cellsOf(table))) }, form)));
}

async function copyText(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "copied";
  } catch {
    button.textContent = "not allowed";
  }
  setTimeout(() => { button.textContent = label; }, 1500);
}

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "fill-opacity", "opacity", "font-family", "font-size", "font-weight", "font-style", "text-decoration-line"];

// A figure with its looks written into it, on a ground of its own.
function standalone(figure) {
  const copy = figure.cloneNode(true);
  const [from, to] = [figure, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  from.forEach((node, k) => {
    const look = getComputedStyle(node);
    for (const one of LOOKS) to[k].setAttribute(one.replace("-line", ""), look.getPropertyValue(one));
  });
  copy.prepend(svg("rect", { width: "100%", height: "100%", fill: getComputedStyle(document.body).backgroundColor }));
  copy.setAttribute("xmlns", SVG);
  return new XMLSerializer().serializeToString(copy);
}

// Below a figure: what saves it.
function saveTool(holder, file) {
  return el("p", { class: "save" }, el("button", { type: "button", class: "copy", onclick: () => {
    const address = URL.createObjectURL(new Blob([standalone(holder.querySelector("svg"))], { type: "image/svg+xml" }));
    el("a", { href: address, download: `${file}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } }, "save this figure (SVG)"));
}
