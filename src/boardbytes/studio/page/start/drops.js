// Files and texts may be dropped anywhere on the page.

import { openFiles, openText } from "./opening.js";

/** Files anywhere; a text too, except where it can be typed. */
function wanted(event) {
  const types = event.dataTransfer?.types ?? [];
  if (types.includes("Files")) return true;
  return types.includes("text/plain") && !event.target.closest?.("input, textarea");
}

export function acceptDrops() {
  const veil = document.getElementById("veil");
  let depth = 0;
  const show = (by) => {
    depth = Math.max(0, depth + by);
    veil.hidden = depth === 0;
  };
  addEventListener("dragenter", (event) => wanted(event) && show(1));
  addEventListener("dragleave", (event) => wanted(event) && show(-1));
  addEventListener("dragover", (event) => wanted(event) && event.preventDefault());
  addEventListener("drop", (event) => {
    if (!wanted(event)) return;
    event.preventDefault();
    show(-depth);
    if (event.dataTransfer.files.length > 0) openFiles([...event.dataTransfer.files]);
    else openText(event.dataTransfer.getData("text/plain"));
  });
}
