// What makes the page boot fast, made by node and the runtime itself, once for a version of Bolide:
//   node precompile.mjs RUNTIME_FOLDER WORK_FOLDER
// In the work folder, app.zip (Bolide's sources) becomes bytecode; python_stdlib.zip, Python's library as bytecode, and
// snapshot.gzip are added: the interpreter's memory just after it has started and imported what Bolide imports. A page
// that cannot use the snapshot boots the plain way.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [folder, work] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(folder + "/").href + "pyodide.mjs");
const info = { arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2", abi_version: "2026_0" };
const options = { indexURL: folder + "/", lockFileContents: { info, packages: {} } };
const MODULES = [
  "array",
  "bisect",
  "collections.abc",
  "dataclasses",
  "difflib",
  "fractions",
  "functools",
  "html",
  "importlib.resources",
  "inspect",
  "itertools",
  "json",
  "math",
  "operator",
  "pathlib",
  "pkgutil",
  "re",
  "shlex",
  "time",
  "types",
  "typing",
  "unicodedata",
  "zipfile",
  "zlib"
];
// Docstrings of the standard library are stripped (2): they are a fifth of the bytes. Bolide's stay (0): the page shows
// them. The bytecode is unchecked and named by a hash of its source (PEP 552).
const COMPILE = `
import zipfile
from importlib.util import MAGIC_NUMBER, source_hash
from marshal import dumps
from struct import pack

def compile_zip(optimize):
    with zipfile.ZipFile("/in.zip") as sources, zipfile.ZipFile("/out.zip", "w", zipfile.ZIP_DEFLATED) as compiled:
        for name in sources.namelist():
            data = sources.read(name)
            if name.endswith(".py"):
                code = compile(data, name, "exec", dont_inherit=True, optimize=optimize)
                data = MAGIC_NUMBER + pack("<I", 1) + source_hash(data) + dumps(code)
                name += "c"
            compiled.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 6)
`;

const python = await loadPyodide(options);
python.runPython(COMPILE);
function compile(source, target, optimize) {
  python.FS.writeFile("/in.zip", new Uint8Array(readFileSync(source)));
  python.runPython(`compile_zip(${optimize})`);
  writeFileSync(target, python.FS.readFile("/out.zip"));
}
const library = `${work}/python_stdlib.zip`;
compile(`${work}/app.zip`, `${work}/app.zip`, 0);
compile(`${folder}/python_stdlib.zip`, library, 2);
try {
  const fresh = await loadPyodide({ ...options, stdLibURL: library, _makeSnapshot: true });
  fresh.runPython(`import ${MODULES.join(", ")}`);
  writeFileSync(`${work}/snapshot.gzip`, gzipSync(fresh.makeMemorySnapshot(), { level: 6 }));
} catch {} // the bytecode alone is worth having
