// Files dropped anywhere on the page are caught: on a box a text file becomes its text, elsewhere they go to Files.

export function catchDrops({ toBox, toFiles }) {
  const carriesFiles = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  let depth = 0;
  const mark = (on) => document.body.classList.toggle("dropping", on);
  addEventListener("dragenter", (event) => carriesFiles(event) && (depth++, mark(true)));
  addEventListener("dragleave", (event) => carriesFiles(event) && (depth = Math.max(0, depth - 1), depth || mark(false)));
  addEventListener("dragover", (event) => carriesFiles(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    depth = 0;
    mark(false);
    if (!carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    const files = [...event.dataTransfer.files];
    const box = event.target.closest?.("#boxes textarea");
    if (box && files.length === 1) toBox(box, files[0]);
    else toFiles(files);
  });
}
