// The theme: the system's, light or dark. A choice is remembered; theme.js sets it before the page is drawn.
import { announce, byId } from "./dom.mjs";
import { write } from "./state.mjs";

export function followTheme() {
  const choice = byId("theme");
  const root = document.documentElement;
  choice.value = root.dataset.theme ?? "";
  choice.addEventListener("change", () => {
    if (choice.value) root.dataset.theme = choice.value;
    else delete root.dataset.theme;
    write("localStorage", "bolide.theme", choice.value || null); // where that is forbidden it lasts until the page is closed
    announce(`${choice.selectedOptions[0].textContent}.`);
  });
}
