// Runs before the first paint, so that a theme never flashes in the other one.
let theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
try {
  const chosen = localStorage.getItem("boardbytes.theme");
  if (chosen === "light" || chosen === "dark") theme = chosen;
} catch {
  // Storage may be forbidden: then the system's preference decides.
}
document.documentElement.dataset.theme = theme;
