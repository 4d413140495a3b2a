/* Light or dark: as the system says, unless somebody chooses otherwise; the choice is kept in this browser.

     themeButton()     a button that goes from "as the system" to light, to dark, and back */

import { button } from "./dom.js";

const KEY = "sudocube-theme";
const THEMES = { "": "Colours: auto", light: "Colours: light", dark: "Colours: dark" };

export function themeButton() {
  const names = Object.keys(THEMES);
  let now = names.includes(stored()) ? stored() : "";
  const made = button("", () => use(names[(names.indexOf(now) + 1) % names.length]), { class: "quiet theme" });
  const use = (name) => {
    now = name;
    document.documentElement.dataset.theme = name;
    made.textContent = THEMES[name];
    keep(name);
  };
  use(now);
  return made;
}

/** Storage may be forbidden in a browser; then the choice lasts as long as the page. */
function stored() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function keep(name) {
  try {
    if (name) localStorage.setItem(KEY, name);
    else localStorage.removeItem(KEY);
  } catch {
    // nothing to do: see above
  }
}
