/* The lesson's first page: its scenes in their order, and how to open one with a puzzle of one's own. */

export const title = "The lesson: how rules become clauses";
export const layout = "alone";

const EXAMPLE = "4.....1..2.....3";

export async function mount(host, page) {
  const { h, fill } = page;
  fill(host, h("p", { class: "waiting" }, "The lesson is being loaded …"));
  try {
    const [{ scenes }] = await Promise.all([page.data("lesson"), page.style("lesson/scene.css")]);
    fill(
      host,
      h(
        "p",
        {},
        "A solver for clauses knows nothing about digits. How can it solve a Sudoku, and how does one know that it is right? ",
        `${inWords(scenes.length)} scenes show it, from the cube of a 4×4 grid to an encoding of your own. `,
        "Each begins with a question: answer it before you play.",
      ),
      h(
        "ol",
        { class: "cards scene-cards" },
        scenes.map((one) => h("li", {}, card(page, one))),
      ),
      h("h2", {}, "For teachers"),
      h(
        "p",
        {},
        "Each scene has an address of its own. It holds the puzzle and how far one is: send it, and whoever opens it sees the same. ",
        "To open a scene with a puzzle of your own, type the puzzle below its figure, or write it into the address after ",
        h("code", {}, "#p="),
        ", as in ",
        page.link("lesson/fire", h("code", {}, EXAMPLE), { p: EXAMPLE, box: null, m: null }),
        ".",
      ),
    );
  } catch (error) {
    fill(host, page.failed(error));
  }
}

function card({ h, link }, { name, number, title: heading, summary }) {
  const made = link(`lesson/${name}`, [
    h("span", { class: "scene-number" }, String(number)),
    h("h2", {}, heading),
    h("p", {}, summary),
  ]);
  made.classList.add("card");
  return made;
}

function inWords(number) {
  return ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"][number] ?? String(number);
}
