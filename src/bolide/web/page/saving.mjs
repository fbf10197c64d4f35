// A picture as a file: SVG as it is seen, or drawn into a PNG. Nothing is fetched for it.
import { download, svg } from "./dom.mjs";

const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "fill-opacity", "opacity", "font-family", "font-size", "font-weight", "font-style", "text-anchor", "text-decoration-line"];

// The picture with its looks written into it, so that it looks the same without the page's style sheet.
export function standalone(drawn) {
  const copy = drawn.cloneNode(true);
  const [from, to] = [[drawn, ...drawn.querySelectorAll("*")], [copy, ...copy.querySelectorAll("*")]];
  from.forEach((node, at) => {
    const look = getComputedStyle(node);
    for (const name of ["class", "tabindex", "data-mark", "data-whole", "style"]) to[at].removeAttribute(name);
    for (const name of LOOKS) to[at].setAttribute(name === "text-decoration-line" ? "text-decoration" : name, look.getPropertyValue(name));
  });
  if (drawn.dataset.whole) copy.setAttribute("viewBox", drawn.dataset.whole);
  const [, , width, height] = copy.getAttribute("viewBox").split(" ");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  copy.prepend(svg("rect", { width, height, fill: getComputedStyle(drawn.closest(".card") ?? document.body).backgroundColor }));
  return new XMLSerializer().serializeToString(copy);
}

export function saveSvg(drawn, name) {
  download(`${name}.svg`, "image/svg+xml", standalone(drawn));
}

export async function savePng(drawn, name) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawn))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  const scale = Math.min(2, 8000 / Math.max(image.width, image.height, 1));
  canvas.width = Math.ceil(image.width * scale);
  canvas.height = Math.ceil(image.height * scale);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  download(`${name}.png`, "image/png", await new Promise((done) => canvas.toBlob(done, "image/png")));
}
