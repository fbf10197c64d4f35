// Runs a Python script in Pyodide, by node:
//   node try.mjs RUNTIME_FOLDER SCRIPT.py [FOLDER …]    each FOLDER is there under its own name, and on sys.path
// What follows `--` is sys.argv. The exit code is the script's.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";

const split = process.argv.includes("--") ? process.argv.indexOf("--") : process.argv.length;
const [runtime, script, ...folders] = process.argv.slice(2, split);
const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const info = { arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", abi_version: "2026_0" };
const python = await loadPyodide({ indexURL: `${runtime}/`, lockFileContents: { info, packages: {} } });
for (const folder of folders) {
  const here = `/${basename(folder)}`;
  python.FS.mkdirTree(here);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, here);
}
const names = JSON.stringify(folders.map((folder) => `/${basename(folder)}`));
python.globals.set("argv", python.toPy([script, ...process.argv.slice(split + 1)]));
python.runPython(`import sys; sys.dont_write_bytecode = True; sys.path[:0] = ${names}; sys.argv[:] = argv`);
try {
  python.runPython(readFileSync(script, "utf8"), { filename: basename(script) });
} catch (error) {
  const exit = /SystemExit: (\d+)\s*$/.exec(error.message);
  if (!exit) console.error(String(error.message).slice(-4000)); // the rest of it is Pyodide's own script, on one line
  process.exitCode = exit ? Number(exit[1]) : 1;
}
