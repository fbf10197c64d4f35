// node precompile.mjs RUNTIME_FOLDER OUT.zip: Python's standard library as bytecode, compiled by the runtime itself.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, out] = process.argv.slice(2);
const here = pathToFileURL(folder + "/").href;
const { loadPyodide } = await import(here + "pyodide.mjs");
const python = await loadPyodide({
  indexURL: folder + "/",
  lockFileContents: { info: { arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", abi_version: "2026_0" }, packages: {} },
});
python.FS.writeFile("/bytecode.py", readFileSync(new URL("bytecode.py", import.meta.url)));
python.FS.writeFile("/stdlib.zip", new Uint8Array(readFileSync(folder + "/python_stdlib.zip")));
python.runPython("import sys; sys.path.insert(0, '/'); import bytecode; bytecode.compile_zip('/stdlib.zip', '/out.zip')");
writeFileSync(out, python.FS.readFile("/out.zip"));
