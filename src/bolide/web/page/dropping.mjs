// Files dropped anywhere on the page are caught: on a box a text file becomes its text, elsewhere they go to Files.

export function catchDrops({ toBox, toFiles }) {
  const zone = target => target.closest?.(".drop") ?? null;
  const mark = (on, over = null) => {
    document.body.classList.toggle("dropping", on);
    for (const one of document.querySelectorAll(".drop")) one.classList.toggle("over", one === over);
  };
  const listen = (type, hear) =>
    addEventListener(type, event => [...(event.dataTransfer?.types ?? [])].includes("Files") && hear(event));
  listen("dragover", event => {
    event.preventDefault();
    mark(true, zone(event.target));
  });
  listen("dragleave", event => event.relatedTarget === null && mark(false)); // out of the window
  listen("drop", event => {
    event.preventDefault();
    mark(false);
    const files = [...event.dataTransfer.files];
    const box = event.target.closest?.("#boxes textarea");
    if (box && files.length === 1) toBox(box, files[0]);
    else toFiles(files, zone(event.target)?.dataset.role ?? null);
  });
}
