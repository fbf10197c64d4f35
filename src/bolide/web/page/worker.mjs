// The worker: boots Python, unpacks the package that is installed on the server's side, answers calls one at a time.
// It is started from a blob, so that the page's content-security policy binds it too.
const here = new URL(".", import.meta.url);
const at = name => new URL(name, here).href;
const SITE = "/lib/python3.14/site-packages";
const network = self.fetch.bind(self);

let python = null;
let api = null;
let interrupt = null;
let tables = null; // a promise: the tables of stems and synonyms, unpacked
const waiting = []; // calls that have come
const running = []; // those that are taken up
const cancelled = new Set();
let busy = false;

self.onmessage = ({ data }) => {
  if (data.boot) boot(data.boot).catch(error => post({ fatal: String(error.message ?? error).slice(0, 500) }));
  else if (data.cancel) cancelled.add(data.cancel);
  else {
    waiting.push(data);
    work();
  }
};

const post = message => self.postMessage(message);

function pause() {
  return new Promise(resolve => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(0);
  });
}

// --- what is fetched, with progress ------------------------------------------------------------------------------------

let sizes = {}; // bytes by address, of everything that is fetched before the first score
const got = new Map();
let told = 0;

function count(name, bytes) {
  got.set(name, (got.get(name) ?? 0) + bytes);
  if (performance.now() - told < 100) return;
  told = performance.now();
  const sum = numbers => numbers.reduce((a, b) => a + b, 0);
  post({ loaded: { got: sum([...got.values()]), of: sum(Object.values(sizes)) } });
}

async function body(name) {
  const response = await network(at(name));
  if (!response.ok) throw new Error(`${name} could not be loaded (${response.status}).`);
  const counted = new TransformStream({
    transform(piece, out) {
      count(name, piece.byteLength);
      out.enqueue(piece);
    }
  });
  return response.body.pipeThrough(counted);
}

const bytes = async name => new Uint8Array(await new Response(await body(name)).arrayBuffer());
const unpacked = async name => (await body(name)).pipeThrough(new DecompressionStream("gzip"));

// Pyodide fetches its WebAssembly and its library by their own names: they are given to it unpacked, and counted.
function supply(files) {
  self.fetch = (what, how) => files.get(String(what?.url ?? what))?.() ?? network(what, how);
}

async function boot({ shared }) {
  post({ state: "Loading Python …" });
  const facts = await (await fetch(at("runtime.json"))).json();
  sizes = facts.sizes ?? {};
  const app = bytes("app.zip");
  const data = bytes("data.zip");
  data.catch(() => {});
  const resampling = import(at("resampling.mjs"));
  const kernels = facts.kernels ? bytes("kernels.zip") : null;
  kernels?.catch(() => {});
  supply(
    new Map([
      [
        at("pyodide/pyodide.asm.wasm"),
        async () =>
          new Response(await unpacked("pyodide/pyodide.asm.wasm.gzip"), {
            headers: { "Content-Type": "application/wasm" }
          })
      ],
      [at("pyodide/python_stdlib.zip"), async () => new Response(await bytes("pyodide/python_stdlib.zip"))]
    ])
  );
  python = await load(facts);
  post({ state: "Loading Bolide …" });
  python.unpackArchive(await app, "zip", { extractDir: SITE });
  const compiled = kernels !== null && (await compiledKernels(kernels));
  if (shared) {
    interrupt = shared;
    python.setInterruptBuffer(interrupt.subarray(0, 1));
  }
  python.registerJsModule("bolide_resampling", await resampling);
  api = python.pyimport("bolide.web.calls.api");
  tables = data.then(zipped => {
    calmly(() => python.unpackArchive(zipped, "zip", { extractDir: SITE }));
    post({ offline: true });
  });
  tables.catch(error => post({ state: `The synonym tables did not load: ${error.message}` }));
  post({ ready: { version: facts.version, compiled } });
  work();
}

async function load(facts) {
  const { loadPyodide } = await import(at("pyodide/pyodide.mjs"));
  const options = {
    indexURL: at("pyodide/"),
    stdLibURL: at("pyodide/python_stdlib.zip"),
    lockFileContents: { info: facts.info, packages: {} },
    stdout: () => {},
    stderr: line => console.warn(line)
  };
  if (facts.snapshot) {
    try {
      return await loadPyodide({
        ...options,
        _loadSnapshot: new Response(await unpacked("pyodide/snapshot.gzip")).arrayBuffer()
      });
    } catch (error) {
      console.warn("The snapshot was of no use; booting the plain way.", error);
    }
  }
  return loadPyodide(options);
}

// All kernels are compiled or none is: where those that came cannot be loaded, their sources are interpreted.
async function compiledKernels(zipped) {
  try {
    python.unpackArchive(await zipped, "zip", { extractDir: SITE });
    python.pyimport("bolide.kernels._shared").destroy(); // every other one needs it
    return true;
  } catch (error) {
    console.warn("The compiled kernels are of no use here; interpreting them.", error);
    python.runPython(`import importlib, pathlib, sys
for extension in pathlib.Path("${SITE}/bolide/kernels").rglob("*.so"):
    extension.unlink()
for name in [one for one in sys.modules if one.split(".")[0] == "bolide"]:
    del sys.modules[name]  # they believe in compiled kernels
importlib.invalidate_caches()`);
    return false;
  }
}

// Calls take turns, a step at a time: those of the calculators first, then those about files.
async function work() {
  if (busy || !api) return;
  busy = true;
  try {
    for (;;) {
      await pause(); // lets newer messages arrive: cancelled calls are then never begun
      running.push(...waiting.splice(0));
      const call = running.find(({ long }) => !long) ?? running[0];
      if (!call) break;
      await advance(call);
    }
  } catch (error) {
    post({ fatal: String(error.message ?? error).slice(0, 500) });
  } finally {
    busy = false;
  }
}

async function advance(call) {
  if (cancelled.has(call.id)) return over(call, '{"cancelled":true}');
  call.begun ??= calmly(() => api.Call(call.method, call.params));
  if (interrupt) Atomics.store(interrupt, 1, call.id);
  const json = step(call.begun);
  if (interrupt) Atomics.store(interrupt, 1, 0);
  if (json.startsWith('{"progress"')) return post({ id: call.id, json });
  const missing = tables && json.startsWith('{"missing"');
  if (!missing && !json.startsWith('{"cancelled"')) return over(call, json);
  if (missing) {
    await tables;
    tables = null;
  }
  end(call); // it begins again, unless the wish to stop, which may have come too late for another call, was for this one
}

function over(call, json) {
  running.splice(running.indexOf(call), 1);
  cancelled.delete(call.id);
  end(call);
  post({ id: call.id, json });
}

// The wish to stop a call may arrive when it has just ended; it must not strike the next one, nor the tidying up, nor the
// tables that are unpacked meanwhile.
function calmly(action) {
  for (;;) {
    if (interrupt) Atomics.store(interrupt, 0, 0);
    try {
      return action();
    } catch (error) {
      if (error.type !== "KeyboardInterrupt") throw error;
    }
  }
}

function end(call) {
  if (call.begun) calmly(() => call.begun.destroy());
  call.begun = null;
}

function step(call) {
  try {
    return call.step();
  } catch (error) {
    // An interrupt may fall between two lines of Python that no `try` covers.
    if (error.type === "KeyboardInterrupt") return '{"cancelled":true}';
    if (error.type)
      return JSON.stringify({ error: `This is a fault in Bolide: ${error.message.trim().split("\n").at(-1)}` });
    throw error;
  }
}
