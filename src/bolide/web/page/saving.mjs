// A picture drawn into a PNG. Nothing is fetched for it.
import { download, standalone } from "./figures.mjs";

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
