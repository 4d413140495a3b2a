/* A field that says what is wrong with it, in the words of the library, below its control.

     const field = toldField(page, label, control)
     field.element
     field.tell(text)          shows the text, and leads to the control unless { leads: false }; field.tell("") takes it away */

let count = 0;

export function toldField(page, label, control) {
  const { h, fill } = page;
  const id = `told-${(count += 1)}`;
  const said = h("div", { class: "make-wrong", id, role: "alert" });
  const element = h("div", { class: "make-field" }, page.field(label, control), said);

  function tell(text, { leads = true } = {}) {
    fill(said, text);
    if (text) {
      control.setAttribute("aria-invalid", "true");
      control.setAttribute("aria-describedby", id);
      if (leads) control.focus();
    } else for (const name of ["aria-invalid", "aria-describedby"]) control.removeAttribute(name);
  }

  control.addEventListener("input", () => tell(""));
  return { element, tell };
}
