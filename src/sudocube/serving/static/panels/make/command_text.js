/* Make one: a command line that is opened by a click; a line ends between two options, not within one.

     commandText(page, title, command)      an element */

export function commandText({ h }, title, command) {
  const words = command.split(" ").flatMap((word) => [h("span", {}, word), " "]).slice(0, -1);
  return h("details", {}, h("summary", {}, title), h("pre", { class: "make-command" }, h("code", {}, words)));
}
