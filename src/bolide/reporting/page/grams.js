// Tokens as a metric cut them, and the n-grams of a candidate that its references credit.
function tokensOf(view, packed, text) {
  if (Array.isArray(packed)) return packed;
  if (packed === 0) return view.glue ? text.split(view.glue) : [...text].filter(c => !summary.spaces.includes(c));
  return view.glue ? packed.split(view.glue) : [...packed];
}

// The number of a key; a new one has the next.
const numberIn = (known, key) => known.get(key) ?? (known.set(key, known.size), known.size - 1);

// Tokens as numbers, so that n-grams are told apart by what they are and not by how they are written.
function numbered(lists) {
  const known = new Map();
  return lists.map(tokens => tokens.map(token => numberIn(known, token)));
}

// N-grams as numbers: of each shorter one and the token that follows it, the same for the same n-gram in every text.
function longerBy(grams, texts, n) {
  const known = new Map();
  const size = texts.reduce((sum, tokens) => sum + tokens.length, 1);
  return texts.map((tokens, t) => tokens.slice(n - 1).map((token, i) => numberIn(known, grams[t][i] * size + token)));
}

function placesOf(numbers) {
  const found = new Map();
  numbers.forEach((number, i) => (found.has(number) ? found.get(number).push(i) : found.set(number, [i])));
  return found;
}

// For each token the longest credited n-gram it lies in; 0 where none, −1 where a copy too many (clipped).
async function credit(hyp, refs, orders) {
  const texts = numbered([hyp, ...refs]);
  let grams = texts;
  const inHyp = hyp.map(() => 0);
  const inRefs = refs.map(ref => ref.map(() => 0));
  const matches = [];
  const pause = () => hyp.length > AT_ONCE && new Promise(on => setTimeout(on));
  for (let n = 1; n <= orders; n++) {
    await pause();
    if (n > 1) grams = longerBy(grams, texts, n);
    await pause();
    const [ours, ...known] = grams.map(placesOf);
    let matched = 0;
    for (const [key, places] of ours) {
      const most = Math.max(0, ...known.map(ref => ref.get(key)?.length ?? 0));
      const credited = Math.min(places.length, most);
      matched += credited;
      for (const place of places.slice(0, credited)) cover(inHyp, place, n);
      if (n === 1 && most) for (const place of places.slice(credited)) inHyp[place] = -1;
      known.forEach((ref, r) => {
        for (const place of (ref.get(key) ?? []).slice(0, credited)) cover(inRefs[r], place, n);
      });
    }
    matches.push(matched);
  }
  return { inHyp, inRefs, matches };
}

function cover(levels, place, n) {
  for (let k = place; k < place + n; k++) levels[k] = Math.max(levels[k], n);
}

// A text with its tokens marked; `levels` as above, `missing` where a token that nobody matched is to be seen.
function markedText(view, packed, text, levels, missing) {
  const tokens = tokensOf(view, packed, text);
  const holder = el("bdi", { dir: "auto" });
  const hits = soughtIn(tokens, view);
  const pieces = [];
  let at = 0;
  if (!view.glue && packed === 0) {
    for (const c of text) pieces.push(summary.spaces.includes(c) ? [c, null] : [c, levels[at++]]);
  } else {
    tokens.forEach((token, k) => {
      if (k && view.glue) pieces.push([view.glue, null]);
      pieces.push([token, levels[k], hits.has(k)]);
    });
  }
  const runs = runsOf(pieces, !view.glue);
  const draw = ([words, level, hit]) =>
    level === null
      ? shown(words)
      : el(
          "span",
          { class: classOf(level, missing, view.glue ? 1 : 3) + (hit ? " hit" : ""), title: titleOf(level, missing) },
          shown(words)
        );
  return someOf(holder, runs.length, (first, last) => runs.slice(first, last).map(draw), 2 * AT_ONCE);
}

// The tokens of the n-gram that was chosen among those gained or lost, wherever it stands.
function soughtIn(tokens, view) {
  const found = new Set();
  if (state.filter?.kind !== "gram" || !view.glue) return found;
  const sought = state.filter.words.toLowerCase().split(" ");
  tokens.forEach((_, k) => {
    if (sought.every((word, n) => tokens[k + n]?.toLowerCase() === word)) sought.forEach((_, n) => found.add(k + n));
  });
  return found;
}

function runsOf(pieces, joined) {
  if (!joined) return pieces;
  const runs = [];
  for (const [text, level] of pieces) {
    const last = runs.at(-1);
    if (last && last[1] === level) last[0] += text;
    else runs.push([text, level]);
  }
  return runs;
}

// N-grams shorter than `least` are tinted and not underlined: a single letter is found almost anywhere.
function classOf(level, missing, least) {
  if (level > 0) return `t${level >= least ? " g" : ""} g${Math.min(level, 6)}`;
  return level < 0 ? "t clip" : missing ? "t miss" : "t none";
}

function titleOf(level, missing) {
  if (level > 0) return `in a credited ${level}-gram`;
  return level < 0 ? "clipped: more copies than in the reference" : missing ? "missing" : "not in the reference";
}
