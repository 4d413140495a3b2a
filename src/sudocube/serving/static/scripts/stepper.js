/* First, back, next, last, and the place between: for solutions, steps and whatever else is gone through one by one.

     const steps = stepper(page, { label: "Solutions", words, onMove })
         words(at, count)     what stands between the buttons, from a place that counts from 0: "3 of 72"
         onMove(at)           another place was chosen; call steps.set for it
     steps.element
     steps.set(at, count)
     steps.key(event)         moves by PageUp and PageDown; true if the key was one of these

   A button that leads nowhere keeps the focus: it is aria-disabled. */

const BUTTONS = [
  ["|◀", "First", () => 0],
  ["◀", "Back", (at) => at - 1],
  ["▶", "Next", (at) => at + 1],
  ["▶|", "Last", (at, count) => count - 1],
];

export function stepper(page, { label, words, onMove }) {
  const { h } = page;
  let at = 0;
  let count = 0;
  const place = h("output", { "aria-live": "off" });
  const buttons = BUTTONS.map(([sign, name, to]) =>
    page.button([h("span", { "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, name)], () => move(to(at, count)), { title: name }));
  const element = h("div", { class: "steps", role: "group", "aria-label": label }, buttons.slice(0, 2), place, buttons.slice(2));

  function move(to) {
    const within = Math.min(Math.max(to, 0), count - 1);
    if (count && within !== at) onMove(within);
  }

  return {
    element,
    set(now, many) {
      [at, count] = [now, many];
      place.textContent = words(at, count);
      buttons.forEach((one, number) => one.setAttribute("aria-disabled", String(number < 2 ? at === 0 : at >= count - 1)));
    },
    key({ key }) {
      const ways = { PageUp: -1, PageDown: 1 };
      if (!(key in ways)) return false;
      move(at + ways[key]);
      return true;
    },
  };
}
