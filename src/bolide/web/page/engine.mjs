// The page's side of the worker: a call of the calculators in flight, and one of the files, which gives way to it between
// its steps; the newest of each kind waiting, everything else superseded.

export class Superseded extends Error {}
export class Stopped extends Error {}

const WHILE_IDLE = new Set(["variants", "examples"]); // nobody waits for these: they give way, and begin anew when there is time

const LONG = new Set(["corpus", "compare", "marked", "making"]); // about whole files
const laneOf = ({ kind }) => Number(LONG.has(kind));

export class Engine extends EventTarget {
  #worker = null;
  #shared = null; // whether Python is to stop, and the call that it is at
  #last = 0;
  #flying = [null, null];
  #queue = [];
  #compiled = false;
  ready = false;
  started = false; // whether it has been asked to start

  start() {
    this.ready = false;
    this.started = true;
    // Shared memory exists where the server sends COOP and COEP; it lets a running calculation be stopped at once.
    this.#shared = self.crossOriginIsolated ? new Int32Array(new SharedArrayBuffer(8)) : null;
    const url = new URL("worker.mjs", import.meta.url).href;
    const blob = URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: "text/javascript" }));
    this.#worker = new Worker(blob, { type: "module", name: "bolide" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = event => this.#fail(event.message || "The worker could not be started.");
    this.#worker.postMessage({ boot: { shared: this.#shared } });
  }

  // Ask for something. A newer question of the same kind takes the place of an older one, which is then rejected. A Python
  // that was ended, or could not be started, is started anew.
  ask(kind, method, params, onProgress = null) {
    this.cancel(kind);
    if (!this.started) this.start();
    return new Promise((resolve, reject) => {
      this.#queue.push({ id: ++this.#last, kind, method, params: JSON.stringify(params), resolve, reject, onProgress });
      if (WHILE_IDLE.has(this.#flying[0]?.kind) && laneOf({ kind }) === 0 && !WHILE_IDLE.has(kind))
        this.#interrupt(this.#flying[0]);
      this.#next();
    });
  }

  // Give up what is waiting or under way of this kind.
  cancel(kind, why = new Superseded(kind)) {
    this.#queue = this.#queue.filter(one => (one.kind === kind ? (one.reject(why), false) : true));
    const flying = this.#flying[laneOf({ kind })];
    if (flying?.kind !== kind || flying.gone) return;
    flying.gone = true;
    flying.reject(why);
    this.#interrupt(flying);
  }

  #interrupt({ id }) {
    this.#worker.postMessage({ cancel: id });
    if (this.#shared && Atomics.load(this.#shared, 1) === id) Atomics.store(this.#shared, 0, 2);
  }

  // Stop a kind at the visitor's wish, and what it waits for if nobody else does. Where nothing can interrupt Python, the
  // worker is ended and started again: soon without shared memory, and with it where a compiled kernel, which does not
  // listen, goes on for seconds.
  stop(kind) {
    const flying = this.#flying[laneOf({ kind })];
    this.cancel(kind, new Stopped(kind));
    if (!flying?.gone || (this.#shared && !this.#compiled)) return;
    setTimeout(
      () => {
        if (!this.#flying.includes(flying)) return; // it ended by itself between two steps
        this.end(new Stopped(kind));
        this.start();
      },
      this.#shared ? 3000 : 400
    );
  }

  // End Python at once, whatever it is doing, and reject what was asked.
  end(why) {
    const open = [...this.#flying, ...this.#queue].filter(one => one && !one.gone);
    [this.#flying, this.#queue] = [[null, null], []];
    this.ready = this.started = false;
    this.#worker?.terminate();
    for (const one of open) one.reject(why);
  }

  // Whether nothing is under way or waiting.
  get idle() {
    return !this.#flying.some(Boolean) && !this.#queue.length;
  }

  #next() {
    for (const lane of this.ready ? [0, 1] : []) {
      const mine = this.#queue.filter(one => laneOf(one) === lane);
      const next = mine.find(({ kind }) => !WHILE_IDLE.has(kind)) ?? mine[0];
      if (this.#flying[lane] || !next) continue;
      this.#queue.splice(this.#queue.indexOf(next), 1);
      this.#flying[lane] = next;
      const { id, method, params } = next;
      this.#worker.postMessage({ id, method, params, long: lane === 1 });
    }
  }

  #hear(data) {
    if (data.fatal) return this.#fail(data.fatal);
    for (const news of ["state", "loaded", "offline"]) if (data[news]) return this.#tell(news, data[news]);
    if (data.ready) {
      this.ready = true;
      this.#compiled = data.ready.compiled;
      this.#tell("ready", data.ready);
      return this.#next();
    }
    this.#answer(data);
  }

  #answer({ id, json }) {
    const one = this.#flying.find(flying => flying?.id === id);
    if (!one) return;
    const said = JSON.parse(json);
    if ("progress" in said) {
      if (!one.gone) one.onProgress?.(said.progress);
      return;
    }
    this.#flying[laneOf(one)] = null;
    if (!one.gone) {
      if ("result" in said) one.resolve(said.result);
      else if (said.cancelled && WHILE_IDLE.has(one.kind)) this.#queue.push({ ...one, id: ++this.#last });
      else if (said.cancelled) one.reject(new Superseded(one.kind));
      else one.reject(Object.assign(new Error(said.error ?? said.missing), { fields: said.fields ?? [] }));
    }
    this.#next();
  }

  #fail(message) {
    if (!this.ready)
      while (this.#queue.length) this.#queue.shift().reject(new Error(`Python could not be started: ${message}`));
    const broken = this.#flying.filter(one => one && !one.gone);
    this.#flying = [null, null];
    this.#worker.terminate();
    const wasReady = this.ready;
    this.ready = this.started = false;
    for (const one of broken) one.reject(new Error(`Python in the page stopped: ${message}`));
    this.#tell("fatal", { message, kind: broken[0]?.kind ?? null, again: wasReady });
    if (wasReady) this.start(); // one that never came up would only fail again
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
