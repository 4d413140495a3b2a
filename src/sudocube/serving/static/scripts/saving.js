/* Files that the page gives to the one who looks at it.

     saveFile(name, blob)      the browser saves it among its downloads */

import { h } from "./dom.js";

const KEPT = 60_000;

export function saveFile(name, blob) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
