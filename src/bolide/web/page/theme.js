// Before the first paint, so that no wrong theme flashes up: what the visitor chose, else what the system says.
try {
  const chosen = JSON.parse(localStorage.getItem("bolide.theme"));
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is forbidden: the system's theme it is.
}
