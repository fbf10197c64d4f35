// The theme: the system's, light or dark. A choice is remembered; theme.js sets it before the page is drawn.
import { announce, byId } from "./dom.mjs";

const KEY = "bolide.theme";

export function followTheme() {
  const choice = byId("theme");
  const root = document.documentElement;
  choice.value = root.dataset.theme ?? "";
  choice.addEventListener("change", () => {
    if (choice.value) root.dataset.theme = choice.value;
    else delete root.dataset.theme;
    try {
      if (choice.value) localStorage.setItem(KEY, choice.value);
      else localStorage.removeItem(KEY);
    } catch {
      // It lasts until the page is closed.
    }
    announce(`${choice.selectedOptions[0].textContent}.`);
  });
}
