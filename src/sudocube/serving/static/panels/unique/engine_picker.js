/* Which engines are asked: a box to tick for each family, and variants to add. The choice is `engines` in the address.

     const picker = enginePicker(page, onChosen)
     picker.element, picker.fields()     the fields of `crosscheck`: { engines, prove }, empty for the usual engines
     picker.expected()                   names that will have a row, as far as they are known before one asks */

import { variantsOf } from "../engine_variants.js";

const USUAL = ["kernel", "sat", "cpsat", "phases"];
const MOST = 12;

export function enginePicker(page, onChosen) {
  const { h, fill, address } = page;
  const boxes = h("div", { class: "tools picks" });
  const more = h("div", { class: "tools" });
  const element = h("details", { class: "picker" }, h("summary", {}, "Choose the engines"), boxes, more);
  let families = null;
  element.addEventListener("toggle", () => element.open && load());

  const named = () => (address.get("engines") ?? "").split(",").filter(Boolean);
  const takes = (family) => family.installed && family.sizes.includes(page.puzzle.size);
  const chosen = () => (named().length ? named() : USUAL);

  function fields() {
    const prove = address.get("prove") === "1";
    return { ...(named().length ? { engines: named() } : {}), ...(prove ? { prove } : {}) };
  }

  async function load() {
    if (families) return draw();
    try {
      const rows = await page.ask("engines", {}, { keep: true });
      const rank = ({ name }) => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length);
      families = rows.sort((one, other) => rank(one) - rank(other));
      draw();
    } catch (error) {
      fill(boxes, page.failed(error));
    }
  }

  function choose(names) {
    const isUsual = names.length === USUAL.length && USUAL.every((name) => names.includes(name));
    address.set("engines", isUsual ? null : names.join(","));
    draw();
    onChosen();
  }

  function draw() {
    const names = chosen();
    const plain = families.map((family) => family.name);
    const offered = [...families.filter(takes).map((family) => family.name), ...names.filter((name) => !plain.includes(name))];
    fill(boxes, offered.map((name) => tick(name, names)), proveTick());
    const groups = families.filter(takes).map((family) => [family, variantsOf(family).filter((name) => !names.includes(name))]);
    const select = h("select", { onchange: () => select.value && choose([...names, select.value]) },
      h("option", { value: "" }, "add a variant …"),
      groups.filter(([, variants]) => variants.length).map(([family, variants]) =>
        h("optgroup", { label: `${family.name}: ${family.summary}` }, variants.map((name) => h("option", { value: name }, name)))));
    select.disabled = names.length >= MOST;
    fill(more, page.field("Encodings, solvers and methods", select),
      named().length > 0 && page.button("The usual engines", () => choose(USUAL)));
  }

  function tick(name, names) {
    const isChosen = names.includes(name);
    const box = h("input", { type: "checkbox", name: "engine", value: name, checked: isChosen });
    box.addEventListener("change", () => {
      const left = names.filter((one) => one !== name);
      if (!box.checked && !left.length) {
        box.checked = true;
        page.say("One engine at least is asked.");
      } else choose(box.checked ? [...names, name] : left);
      boxes.querySelector(`input[value="${CSS.escape(name)}"]`)?.focus();
    });
    const summary = families.find((family) => family.name === name)?.summary;
    return h("label", { class: "check", title: summary ?? null }, box, h("span", { class: "mono" }, name));
  }

  function proveTick() {
    const box = h("input", { type: "checkbox", name: "prove", checked: address.get("prove") === "1" });
    box.addEventListener("change", () => {
      address.set("prove", box.checked ? "1" : null);
      onChosen();
    });
    return h("label", { class: "check" }, box, "with a checked proof");
  }

  /** The kernel takes 9×9 only; a name of a variant may get longer in its answer. */
  const expected = () => chosen().filter((name) => !/[:@]/.test(name) && (name !== "kernel" || page.puzzle.size === 9));

  return { element, fields, expected };
}
