/* Work of a panel that follows the puzzle: done at once, and again after a change, when typing has paused.

     const end = follow(page, work, problem, { forgets, isByAddress })
         work()       an async function; it asks the library through page.ask, which a change of the puzzle ends
         problem      an element that holds the message where the work failed; empty otherwise
         forgets      keys of the address that are of no use for another puzzle. Where the address itself brings the other
                  puzzle, as Back does, it has the keys that belong to it
         isByAddress  whether it is done again when one goes back or forward, or to another link, within the panel
     end() is to be called when the panel is left.
     guarded(page, work, problem)      such work once: what fails is said in `problem`
     const isShown = dated(page, element)     as long as the element shows another puzzle than that of the page, it is
                                              inert and grey; isShown() after it was drawn: it shows the present one */

const PAUSE = 250;

export function follow(page, work, problem, { forgets = [], isByAddress = false } = {}) {
  let timer = 0;
  page.puzzle.onChange(() => {
    if (!page.puzzle.cameByAddress) page.address.replace(Object.fromEntries(forgets.map((key) => [key, null])));
    clearTimeout(timer);
    timer = setTimeout(guarded, PAUSE, page, work, problem);
  });
  if (isByAddress) page.address.onMove(() => guarded(page, work, problem));
  guarded(page, work, problem);
  return () => clearTimeout(timer);
}

export async function guarded(page, work, problem) {
  problem.replaceChildren();
  try {
    await work();
  } catch (error) {
    const message = page.failed(error);
    if (message) problem.replaceChildren(message);
  }
}

export function dated(page, element) {
  const present = () => `${page.puzzle.box} ${page.puzzle.text}`;
  let shown = null;
  const update = () => { element.inert = shown !== present(); };
  element.dataset.dated = "";
  page.puzzle.onChange(update);
  update();
  return () => {
    shown = present();
    update();
  };
}
