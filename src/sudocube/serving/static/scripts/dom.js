/* Making elements. Foreign text only ever becomes text, never markup.

     h("p", { class: "soft" }, "text ", h("b", {}, "bold"))    a new element
         Attributes: strings and numbers are set; true sets an empty one; false, null and undefined none.
         A function is a listener: { onclick: f }. { dataset: { tone: "bad" } } sets data-tone.
         Children: elements, texts, numbers, and lists of these; null, undefined and false are left out.
     fill(element, ...children)       the element with these children in place of its own; the element
     button(label, onclick, more)     a .button; `more` are further attributes ({ class: "primary" } adds)
     usable(button, isUsable)         whether a button does something; one that does not keeps the focus, unlike a disabled one
     field(label, control)            a control (input, select, textarea) with its label
     choice(options, value, onchange) a select; options are [value, label] pairs */

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...kept(children));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...kept(children));
  return element;
}

function kept(children) {
  return children.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== false);
}

export function button(label, onclick, more = {}) {
  const { class: kind = "", ...attributes } = more;
  const act = (event) => made.ariaDisabled !== "true" && onclick(event);
  const made = h("button", { type: "button", class: `button ${kind}`.trim(), onclick: act, ...attributes }, label);
  return made;
}

export function usable(element, isUsable) {
  element.ariaDisabled = String(!isUsable);
}

export function field(label, control, more = {}) {
  const { class: kind = "" } = more;
  return h("label", { class: `field ${kind}`.trim() }, h("span", {}, label), control);
}

export function choice(options, value, onchange, more = {}) {
  const made = options.map(([name, label]) => h("option", { value: name }, label ?? name));
  const select = h("select", { onchange: () => onchange(select.value), ...more }, made);
  select.value = value;
  return select;
}
