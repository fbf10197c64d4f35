// Errors that people marked, or a tool predicted: [start, end, category, severity, rater], from −1 where one has no place.
const MINOR = /^\s*(minor|neutral|undecided)\s*$/i;

// A text with its errors, the numbers of which stand where they end, and what each is. A major error, or one without a
// severity, is underlined twice and shaded; a minor one has dashes.
function markedErrors(text, errors) {
  const letters = [...text];
  const edges = [
    ...new Set([0, letters.length, ...errors.flatMap(([start, end]) => (start < 0 ? [] : [start, end]))])
  ].sort((x, y) => x - y);
  const all = errors.map((_, k) => k + 1);
  const hidden = words => el("span", { class: "visually-hidden" }, words);
  const piece = (from, to) => {
    const words = shown(letters.slice(from, to).join(""));
    const inside = all.filter(k => errors[k - 1][0] >= 0 && errors[k - 1][0] <= from && errors[k - 1][1] >= to);
    if (!inside.length) return words;
    const ends = inside.filter(k => errors[k - 1][1] === to);
    return el(
      "mark",
      { class: inside.every(k => MINOR.test(errors[k - 1][3])) ? "minor" : "major", "data-mark": inside.join(" ") },
      words,
      ends.length > 0 &&
        el("sup", {}, hidden(ends.length > 1 ? " errors " : " error "), ends.join(","), hidden(" ends"))
    );
  };
  const about = ([start, , category, severity, rater]) =>
    [[severity, category, start < 0 && "(no place in the text)"].filter(Boolean).join(" "), rater]
      .filter(Boolean)
      .join(" · ");
  return [
    el(
      "p",
      { dir: "auto", class: "marked-line" },
      edges.slice(1).map((to, n) => piece(edges[n], to))
    ),
    el(
      "ol",
      { class: "error-list" },
      errors.map((error, k) =>
        el(
          "li",
          { "data-mark": k + 1 },
          el("span", { class: "error-number" }, k + 1),
          el("bdi", {}, shown(about(error)))
        )
      )
    )
  ];
}
