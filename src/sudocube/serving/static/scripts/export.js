/* The dialog that hands the puzzle out: as text in every format, as a picture, as a link.

     openExport(puzzle)

   All texts and the SVG come from the library (the command `export`). The PNG is painted from that same SVG. */

import { button, choice, field, fill, h } from "./dom.js";
import { failed, say } from "./page_parts.js";
import { pngOf } from "./picture.js";
import { saveFile } from "./saving.js";
import { ask } from "./transport.js";

const PNG_SCALE = 3;

let dialog = null;

export async function openExport(puzzle) {
  dialog?.remove();
  const host = h("div", {}, h("p", { class: "waiting" }, "Writing …"));
  dialog = h("dialog", { "aria-labelledby": "export-title" }, h("h2", { id: "export-title" }, "Export the puzzle"), host,
    h("div", { class: "tools" }, button("Close", () => dialog.close(), { class: "apart" })));
  document.body.append(dialog);
  dialog.showModal();
  const closing = document.activeElement; // there is nothing else yet
  try {
    const rows = await ask("export", puzzle.fields);
    fill(host, texts(rows.filter((row) => row.format !== "svg")), pictures(rows.find((row) => row.format === "svg")), link());
    if (document.activeElement === closing) host.querySelector("select").focus();
  } catch (error) {
    fill(host, failed(error));
  }
}

function texts(rows) {
  const shown = h("textarea", { rows: 8, readonly: true, spellcheck: "false" });
  const about = h("p", { class: "soft small" });
  const copyText = button("Copy", () => copy(now.text, copyText, shown));
  const saveText = button("Download", () => saveFile(now.file, new Blob([now.text], { type: "text/plain" })));
  let now = rows[0];
  const choose = (name) => {
    now = rows.find((row) => row.format === name);
    shown.value = now.text ?? "";
    fill(about, now.error ?? now.about);
    copyText.disabled = saveText.disabled = now.text === null;
  };
  choose(now.format);
  return h("section", {},
    h("div", { class: "tools" }, field("Format", choice(rows.map((row) => [row.format, row.format]), now.format, choose)), copyText, saveText),
    about,
    field("The text", shown, { class: "wide-field" }));
}

function pictures(row) {
  const svg = () => new Blob([row.text], { type: "image/svg+xml" });
  return h("section", {}, h("h3", {}, "Picture"), h("div", { class: "tools" },
    button("Download SVG", () => saveFile(row.file, svg())),
    button("Download PNG", async () => saveFile("puzzle.png", await pngOf(row.text, PNG_SCALE)))));
}

function link() {
  const shown = h("input", { type: "text", readonly: true, value: location.href, size: 60 });
  const copyLink = button("Copy the link", () => copy(shown.value, copyLink, shown));
  return h("section", {}, h("h3", {}, "Link"), h("p", { class: "soft small" },
    "The whole puzzle is in the address. The link works wherever sudocube serve runs on the same port."),
    h("div", { class: "tools" }, field("Address", shown), copyLink));
}

/** Copy a text, and say so on the button. A browser may forbid it: then the text is selected, for Ctrl+C. */
async function copy(text, pressed, shown) {
  try {
    await navigator.clipboard.writeText(text);
    pressed.textContent = "Copied";
  } catch {
    shown.select();
    pressed.textContent = "Press Ctrl+C";
  }
  say(pressed.textContent);
}
