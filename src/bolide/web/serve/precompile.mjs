// What makes the page boot fast, made by node and the runtime itself:
//   node precompile.mjs RUNTIME_FOLDER library STDLIB.zip SNAPSHOT.gzip   once for a runtime
//   node precompile.mjs RUNTIME_FOLDER app APP.zip [STDLIB.zip [SNAPSHOT.gzip]]
//                       once for a version of Bolide: its sources, in place; with what was made before it takes half
//                       as long
// STDLIB.zip is Python's standard library as bytecode. SNAPSHOT.gzip is the interpreter's memory just after it has
// started and imported what Bolide imports; a page that cannot use it boots the plain way.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const [folder, what, target, ...others] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(folder + "/").href + "pyodide.mjs");
const info = { arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", abi_version: "2026_0" };
const options = { indexURL: folder + "/", lockFileContents: { info, packages: {} } };
const MODULES = [
  "array", "bisect", "collections.abc", "dataclasses", "difflib", "fractions", "functools", "html", "importlib.resources",
  "inspect", "itertools", "json", "math", "operator", "pathlib", "pkgutil", "re", "shlex", "time", "types", "typing",
  "unicodedata", "zipfile", "zlib",
];

async function quickly(stdLibURL, snapshot) {
  try {
    return await loadPyodide({ ...options, stdLibURL, ...(snapshot && { _loadSnapshot: gunzipSync(readFileSync(snapshot)) }) });
  } catch {
    return loadPyodide(options);
  }
}

function compiled(python, zip, optimize) {
  python.FS.writeFile("/bytecode.py", readFileSync(new URL("bytecode.py", import.meta.url)));
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(zip)));
  python.runPython(`import sys; sys.path.insert(0, "/"); import bytecode; bytecode.compile_zip("/in.zip", "/out.zip", ${optimize})`);
  return python.FS.readFile("/out.zip");
}

if (what === "library") {
  writeFileSync(target, compiled(await loadPyodide(options), folder + "/python_stdlib.zip", 2));
  try {
    const fresh = await loadPyodide({ ...options, stdLibURL: target, _makeSnapshot: true });
    fresh.runPython(`import ${MODULES.join(", ")}`);
    writeFileSync(others[0], gzipSync(fresh.makeMemorySnapshot(), { level: 6 }));
  } catch (error) {
    console.log(`no snapshot: ${String(error.message).slice(-200)}`); // the bytecode alone is worth having
  }
} else {
  const python = others.length ? await quickly(...others) : await loadPyodide(options);
  writeFileSync(target, compiled(python, target, 0));
}
