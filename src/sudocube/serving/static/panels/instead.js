/* What a panel says instead of an answer: there is no puzzle yet, or the library takes clues only.

     emptyGrid(page, does)         elements for a message; `does` goes on after "this panel": "says whether it is unique"
     cluesOnly(page, what, host)   elements for a message where page.puzzle.restricts: that `what` ("A proof") needs a
                                   puzzle of clues only, and a button that leaves the pencilmarks out. They stay on the
                                   board as notes, and Undo brings them back. The button goes then, and the focus moves to
                                   the panel of `host`, where keys go through steps, else to the board */

export function emptyGrid({ h }, does) {
  return [h("p", { class: "headline" }, "An empty grid"), h("p", {}, `Type or paste a puzzle: this panel ${does}.`)];
}

export function cluesOnly({ board, button, h, puzzle, say }, what, host = null) {
  const leaveOut = () => {
    puzzle.setRestricts(false);
    if (host) host.closest("#panel").focus({ preventScroll: true });
    else board.select(board.selected ?? 0, { focus: true });
    say("The pencilmarks are notes now. Ctrl and Z take it back.");
  };
  return [
    h("p", {}, `The pencilmarks are part of this puzzle. ${what} needs a puzzle of clues only. Without them it may have more solutions.`),
    h("div", { class: "tools" }, button("Leave the pencilmarks out", leaveOut)),
  ];
}
