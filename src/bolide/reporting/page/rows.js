// Tables: those that fit the page, and long ones.

// A table that fits every width: in a room of less than `room` em (look.STACKED), on a phone, a row is a block in which
// each cell says its column; in a wider one a wide table scrolls. A column is [name, class, content]; a row its cells, the first of which names it, and attributes.
function tableOf(label, head, rows = [], { class: kind = "", room = head.length > 5 ? 44 : 32, ...props } = {}) {
  const body = el("tbody", { role: "rowgroup" });
  const heads = head.map(([name, column, content = name]) =>
    el(
      "th",
      { scope: "col", role: "columnheader", class: column },
      content || el("span", { class: "visually-hidden" }, column)
    )
  );
  const cell = (content, k) =>
    content instanceof HTMLTableCellElement
      ? content
      : el(
          k ? "td" : "th",
          {
            scope: k ? null : "row",
            role: k ? "cell" : "rowheader",
            class: head[k][1],
            "data-label": k > 0 && head[k][1] !== "plot" && head[k][0] && heads[k].textContent
          },
          content
        );
  const node = el(
    "div",
    { class: "scroll", tabindex: 0, role: "group", "aria-label": label },
    el(
      "table",
      { role: "table", class: `at-${room} ${kind}`, ...props },
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, heads)),
      body
    )
  );
  node.show = more => {
    put(
      clear(body),
      more
        .map(one => (Array.isArray(one) ? { cells: one } : one))
        .map(({ cells, ...its }) => el("tr", { role: "row", ...its }, cells.map(cell)))
    );
    return node;
  };
  return node.show(rows);
}

// A long table, sorted by its heads: only the rows in sight are in the document, so that thousands scroll as ten do.
const BEYOND = 8; // rows drawn beyond each edge

// A column is { sort, head, kind, up, cell }: the name of its order, whether that begins with the least, what a row shows.
// A row is as high as the style sheet says (--row). `sort` and `open` hear what is asked for.
function longTable(label, { sort, open, ...props }) {
  const [heads, body] = [el("tr", { role: "row" }), el("tbody", { role: "rowgroup" })];
  const table = el("table", { role: "table", "aria-label": label }, el("thead", { role: "rowgroup" }, heads), body);
  const node = el(
    "div",
    { tabindex: 0, role: "group", "aria-label": label, ...props, onscroll: () => requestAnimationFrame(() => draw()) },
    table
  );
  let [columns, items, isOpen, seen] = [[], [], () => false, ""];
  body.addEventListener("click", ({ target }) => {
    const row = target.closest("tr.row");
    if (row && !target.closest("a")) open(Number(row.dataset.row));
  });

  function head({ sort: by, head: text, kind = "", up, width = null }, { by: now, down }) {
    const order = by && now === by ? (down ? "descending" : "ascending") : null;
    const cell = el(
      "th",
      { scope: "col", role: "columnheader", class: kind, "aria-sort": order },
      by ? el("button", { class: "sort", "data-column": by, onclick: () => sort(by, order ? !down : !up) }, text) : text
    );
    if (width) cell.style.width = width;
    return cell;
  }

  function draw(anew = false) {
    if (matchMedia("print").matches) return; // on paper stands what was in sight
    const high = parseFloat(getComputedStyle(node).getPropertyValue("--row"));
    const first = Math.max(0, Math.floor(node.scrollTop / high) - BEYOND);
    const last = Math.min(items.length, Math.ceil((node.scrollTop + (node.clientHeight || 600)) / high) + BEYOND);
    if (!anew && seen === `${first} ${last}`) return;
    seen = `${first} ${last}`;
    const gap = rows => {
      const cell = el("td", { class: "gap", colspan: columns.length });
      cell.style.height = `${rows * high}px`;
      return rows > 0 && el("tr", { "aria-hidden": "true" }, cell);
    };
    const row = (item, k) =>
      el(
        "tr",
        { role: "row", class: isOpen(item) ? "row chosen" : "row", "data-row": item, "aria-rowindex": first + k + 2 },
        columns.map(({ kind = "", cell }, c) =>
          el("td", { role: "cell", class: kind, "data-label": heads.cells[c].textContent }, cell(item))
        )
      );
    const focused = body.contains(document.activeElement) && document.activeElement.closest("tr").dataset.row;
    put(clear(body), [
      gap(first),
      items.slice(first, last).map(row),
      gap(items.length - last),
      !items.length && el("tr", {}, el("td", { class: "empty", colspan: columns.length }, "No segment matches."))
    ]);
    if (focused) focusRow(focused);
  }

  const focusRow = item => body.querySelector(`[data-row="${item}"] :is(a, button)`)?.focus({ preventScroll: true });
  const show = (shownColumns, shownItems, order, isChosen = isOpen) => {
    [columns, items, isOpen] = [shownColumns, shownItems, isChosen];
    const focused = heads.contains(document.activeElement) && document.activeElement.dataset.column;
    put(
      clear(heads),
      columns.map(column => head(column, order))
    );
    if (focused) heads.querySelector(`[data-column="${focused}"]`)?.focus();
    node.scrollTop = 0;
    table.setAttribute("aria-rowcount", items.length + 1);
    draw(true);
  };
  new ResizeObserver(() => draw(true)).observe(node);
  return { node, show, draw, focusRow };
}

// Numbers of rows in the order of a key.
function sortedBy(items, key, down) {
  const keys = new Map(items.map(item => [item, key(item)]));
  return items.sort((x, y) => (down ? -1 : 1) * (keys.get(x) - keys.get(y)) || x - y);
}

// A choice out of names, with its label.
function choice(label, names, value, chosen, props = {}) {
  const select = el(
    "select",
    { onchange: event => chosen(Number(event.target.value)) },
    names.map((text, k) => el("option", { value: k, selected: k === value }, shown(text)))
  );
  select.value = value;
  return el("label", props, label, select);
}
