// Copying and saving.
import { el } from "./dom.js";

// copy puts a text on the clipboard.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    throw new Error("This browser does not let the page copy.");
  }
  return "Copied.";
}

// save lets the browser save a file.
export function save(blob, name) {
  const url = URL.createObjectURL(blob);
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return `Saved as ${name}.`;
}

// png paints the markup of a picture with two points a pixel.
export async function png(markup) {
  const url = URL.createObjectURL(new Blob([markup], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = el("canvas", { width: 2 * image.naturalWidth, height: 2 * image.naturalHeight });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((b) => (b ? resolve(b) : reject(new Error("The picture is too large for a PNG here."))), "image/png"));
  } finally {
    URL.revokeObjectURL(url);
  }
}
