// What makes the page boot fast, made by node and the runtime itself:
//   node precompile.mjs RUNTIME_FOLDER STDLIB.zip SNAPSHOT.gzip   once for a runtime
//   node precompile.mjs RUNTIME_FOLDER APP.zip                    once for a version of Bolide: its sources, in place
// STDLIB.zip is Python's standard library as bytecode. SNAPSHOT.gzip is the interpreter's memory just after it has
// started and imported what Bolide imports; a page that cannot use it boots the plain way.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, target, snapshot] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(folder + "/").href + "pyodide.mjs");
const info = { arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", abi_version: "2026_0" };
const options = { indexURL: folder + "/", lockFileContents: { info, packages: {} } };
const MODULES = [
  "array", "bisect", "collections.abc", "dataclasses", "difflib", "fractions", "functools", "html", "importlib.resources",
  "inspect", "itertools", "json", "math", "operator", "pathlib", "pkgutil", "re", "shlex", "time", "types", "typing",
  "unicodedata", "zipfile", "zlib",
];

const python = await loadPyodide(options);
const compiled = (zip, optimize) => {
  python.FS.writeFile("/bytecode.py", readFileSync(new URL("bytecode.py", import.meta.url)));
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(zip)));
  python.runPython(`import sys; sys.path.insert(0, "/"); import bytecode; bytecode.compile_zip("/in.zip", "/out.zip", ${optimize})`);
  return python.FS.readFile("/out.zip");
};

if (snapshot) {
  writeFileSync(target, compiled(folder + "/python_stdlib.zip", 2));
  try {
    const fresh = await loadPyodide({ ...options, stdLibURL: target, _makeSnapshot: true });
    fresh.runPython(`import ${MODULES.join(", ")}`);
    writeFileSync(snapshot, gzipSync(fresh.makeMemorySnapshot(), { level: 6 }));
  } catch (error) {
    console.log(`no snapshot: ${String(error.message).slice(-200)}`); // the bytecode alone is worth having
  }
} else {
  writeFileSync(target, compiled(target, 0));
}
