// What tests do and look for inside the page, by name: `run(page, name, …)` in conftest.py.
{
  // --- what a visitor enters -------------------------------------------------------------------------------------------

  // A link's address, even if it is the same again, which is no news.
  enter(metric, hyp, refs, options) {
    const query = new URLSearchParams();
    query.append("hyp", hyp);
    for (const ref of refs) query.append("ref", ref);
    for (const [name, value] of Object.entries(options)) query.append(name, value);
    const before = location.hash;
    location.hash = `#${metric}?${query}`;
    if (location.hash !== before) return;
    location.hash = "";
    location.hash = before;
  },

  put(id, value) {
    const field = document.getElementById(id);
    field.value = value;
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }));
  },

  openAll(selector) {
    for (const fold of document.querySelectorAll(selector)) fold.open = true;
  },

  async forget() {
    localStorage.clear();
    sessionStorage.clear();
    const state = await import(new URL("state.mjs", location.href).href);
    state.learn(state.about);
  },

  // Files dropped anywhere, and whether the page has caught them; `reasons` is what it said meanwhile.
  dropAll() {
    const drop = (selector, name, text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      const event = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
      document.querySelector(selector).dispatchEvent(event);
      return event.defaultPrevented;
    };
    const why = document.querySelector("#score-why");
    window.reasons = [];
    new MutationObserver(() => reasons.push([why.textContent, document.querySelector("#score-corpus").disabled]))
      .observe(why, { childList: true });
    return [
      drop("footer", "ref.txt", "a b\n"),
      drop(".drop", "newstest.src.en", "a b\n"),
      drop(".drop", "generaltest.refA.de", "a b\n"),
      drop(".drop", "documents.txt", "a b\n"),
      drop(".drop", "open-source-llm.txt", "a b\n"),
      drop(".drop", "mqm.txt", "-1.5\n"),
      drop("#hyp", "one.txt", "from a file\n"),
      drop("#hyp", "all.tsv", "ref\tone\na b\tb\n"), // a table is for Files
    ];
  },

  // Click what stops a calculation as soon as it is there: however slow the test's process is, before the result.
  clickWhen(condition, button) {
    const watch = new MutationObserver(() => {
      if (condition && !(document.querySelector(condition)?.value > 0)) return;
      const stop = document.querySelector(button);
      if (!stop) return;
      watch.disconnect();
      stop.click();
    });
    watch.observe(document.querySelector("#files"), { subtree: true, childList: true, attributes: true });
  },

  // --- what is seen ----------------------------------------------------------------------------------------------------

  // Whatever is wider inside than outside: the page, and every table and what it may scroll in, but for a table that
  // scrolls beside the names of its rows; and whatever is higher: rows of segments, and the texts in them.
  cut() {
    const namesStay = (one) => one.clientWidth > 700 && one.matches(".scroll")
      && getComputedStyle(one.querySelector("tbody th")).position === "sticky";
    const all = (which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility());
    const wide = [document.documentElement, ...all("table, .scroll:has(table), .seg-scroll, .rows")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && !namesStay(one));
    const high = all(".row[data-row], .row .text").filter((one) => one.scrollHeight > one.clientHeight + 1);
    return [...wide, ...high].map((one) => [one.tagName, one.id || one.className, one.scrollWidth, one.clientWidth]);
  },

  tooSmall() {
    return [...document.querySelectorAll("button, select, input, summary, #tabs a, textarea")].filter((one) => {
      const box = (one.closest("label.check, label.definition") ?? one).getBoundingClientRect();
      return box.width > 0 && !one.closest(".visually-hidden") && (box.width < 23.5 || box.height < 23.5);
    }).map((one) => one.outerHTML.slice(0, 120));
  },

  tooLow() {
    const which = "#tabs a, #add-ref, #copy-link, .example, .definition, #theme, .inputs select, .inputs summary";
    return [...document.querySelectorAll(which)].filter((one) => {
      const box = one.getBoundingClientRect();
      return box.height > 0 && box.height < 43.5;
    }).map((one) => one.outerHTML.slice(0, 120));
  },

  boxOf(selector) {
    return JSON.parse(JSON.stringify(document.querySelector(selector).getBoundingClientRect()));
  },

  isScoreInSight() {
    return [...document.querySelectorAll("#score-percent, #score-bar strong")].some((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return one.textContent === "57.89" && top >= 0 && bottom <= innerHeight && getComputedStyle(one).visibility === "visible";
    });
  },

  // How words of these states look, aside from colours.
  async looks(states) {
    const { h } = await import(new URL("dom.mjs", location.href).href);
    const words = states.map((kind) => h("span", { class: "tok", "data-kind": kind }, "a"));
    document.querySelector("#sentence").append(...words);
    return words.map((word) => {
      const look = getComputedStyle(word);
      const isTinted = look.backgroundColor !== "rgba(0, 0, 0, 0)";
      const seen = [look.borderBottomStyle, look.textDecorationLine, look.fontStyle, isTinted].join();
      word.remove();
      return seen;
    });
  },

  // Where the texts of pictures begin and end, and how wide their pictures are.
  textsOfPictures() {
    return [...document.querySelectorAll("#result .pictures svg")].flatMap((svg) =>
      [...svg.querySelectorAll("text")].map((text) => {
        const { x, width } = text.getBBox();
        return [text.textContent, x, x + width, svg.viewBox.baseVal.width];
      }));
  },

  async rounded(values) {
    const { fixed } = await import(new URL("dom.mjs", location.href).href);
    return values.map(([value, digits]) => fixed(value, digits));
  },

  // --- axe -------------------------------------------------------------------------------------------------------------

  // Only what is asked about is described and sent: all that passes is much more.
  async violations(tags, only) {
    const rules = axe.getRules(tags).filter((rule) => !only || rule.tags.includes(only));
    const runOnly = only ? { type: "rule", values: rules.map((rule) => rule.ruleId) } : tags;
    const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`));
  },

  // All that rules look at, but for colours: the document, without what is read out, and what of it is seen where.
  butForColours() {
    return [
      document.documentElement.outerHTML.replace(/(<p id="announcer"[^>]*>)[^<]*/, "$1"),
      ...[...document.querySelectorAll("*")].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + scrollX, y + scrollY, width, height, one.checkVisibility({ visibilityProperty: true })].join();
      }),
    ].join(" ");
  },

  addFaults() {
    const fault = "<div id='fault'><img src='data:,'><p>pale</p></div>";
    document.querySelector("main").insertAdjacentHTML("beforeend", fault);
    const pale = document.querySelector("#fault p").style;
    Object.assign(pale, { colorScheme: "light dark", color: "light-dark(black, #222)", background: "Canvas" });
  },

  // --- what is said and shown, written down as it changes -----------------------------------------------------------------

  // The live region has one sentence at a time, and that about the score may come late.
  listen() {
    window.announced = [];
    const region = document.querySelector("#announcer");
    new MutationObserver(() => announced.push(region.textContent)).observe(region, { childList: true });
  },

  // Counts the changes at which the badge says that the page is ready while the result says that it is not.
  watchBadge() {
    window.readyWhileLoading = 0;
    new MutationObserver(() => {
      const ready = document.querySelector("#status-text").textContent.startsWith("Ready");
      window.readyWhileLoading += Number(ready && document.querySelector("#result .loading") !== null);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  },

  // The tokens of every result that is not marked as stale, with the text in the box at that moment.
  watchResults() {
    window.seen = [];
    new MutationObserver(() => {
      const result = document.querySelector("#result");
      const line = result.querySelector(".line");
      if (!line || result.hasAttribute("data-stale")) return;
      window.seen.push([line.textContent.trim(), document.querySelector("#hyp").value.trim()]);
    }).observe(document.querySelector("#result"), { childList: true, attributes: true });
  },

  // The old text is answered after a new one was typed and before that one is asked for.
  async answerLate() {
    const real = bolide.ask.bind(bolide);
    let come, release;
    const arrived = new Promise((resolve) => { come = resolve; });
    const held = new Promise((resolve) => { release = resolve; });
    bolide.ask = async (kind, ...rest) => {
      const answer = await real(kind, ...rest);
      if (kind !== "explain") return answer;
      come();
      return held.then(() => answer);
    };
    location.hash = "#bleu?hyp=a+cat&ref=a+cat";
    await arrived;
    bolide.ask = real;
    this.put("hyp", "another cat");
    release();
    await new Promise((resolve) => setTimeout(resolve)); // it is due before the page's own timer
    const result = document.querySelector("#result");
    return [result.querySelector(".line")?.textContent.trim(), result.hasAttribute("data-stale")];
  },

  // --- Python in the page ------------------------------------------------------------------------------------------------

  // The shortest time to an answer, in milliseconds: on a busy machine the first ones may take longer.
  async quickest(texts, enough) {
    const times = [];
    for (let turn = 0; turn < 100 && !(Math.min(...times) < enough); turn++) {
      const begun = performance.now();
      await bolide.ask("test", "explain", texts);
      times.push(performance.now() - begun);
    }
    return Math.min(...times);
  },

  // A wish to stop may arrive just as a call ends; it must strike neither the next call nor the interpreter.
  async storm(count) {
    const told = { done: 0, superseded: 0, other: [] };
    const all = [];
    for (let turn = 0; turn < count; turn++) {
      const texts = { metric: "bleu", options: {}, hyp: `a b c d e f g h ${turn}`, refs: ["a b c d x f g h"] };
      all.push(bolide.ask("storm", "explain", texts).then(
        () => told.done++,
        (error) => (error.constructor.name === "Superseded" ? told.superseded++ : told.other.push(error.message))));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
    }
    await Promise.all(all);
    return told;
  },

  async engineThatFails() {
    const { Engine } = await import(new URL("engine.mjs", location.href).href);
    const workers = [];
    globalThis.Worker = class { constructor() { workers.push(this); } postMessage() {} terminate() {} };
    const engine = new Engine();
    const asked = engine.ask("read", "read", {}).catch(({ message }) => message);
    workers[0].onerror({ message: "no network" });
    engine.ask("read", "read", {});
    return [await asked, workers.length];
  },

  async engineThatGivesWay() {
    const { Engine } = await import(new URL("engine.mjs", location.href).href);
    let worker, posted = [];
    globalThis.Worker = class { constructor() { worker = this; } postMessage(data) { posted.push(data); } };
    const engine = new Engine();
    const answer = (json) => worker.onmessage({ data: { id: posted.findLast(({ id }) => id).id, json } });
    const answers = ["variants", "explain", "copy"].map((kind) => engine.ask(kind, kind, {}));
    worker.onmessage({ data: { ready: { compiled: false } } });
    answer('{"result":"explained"}');
    answer('{"result":"copied"}');
    answers.push(engine.ask("read", "read", {}));
    answer('{"cancelled":true}');
    answer('{"result":"read"}');
    answer('{"result":"varied"}');
    return [await Promise.all(answers), posted.map(({ method, cancel }) => method ?? (cancel ? "cancel" : "boot"))];
  },
}
