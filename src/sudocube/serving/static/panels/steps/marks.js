/* What a step marks on the board.

     marksOfStep(row, count)    for board.mark: what is placed is good, what is removed bad, what is assumed open,
                                and the cells that it rests on are note; `count` is how many cells there are
     assumedKinds(row)          the cells whose digit is assumed, for board.show */

export function marksOfStep(row, count) {
  const cells = {};
  const labels = {};
  const candidates = {};
  const mark = (names, tone, label) => {
    for (const name of names) [cells[name], labels[name]] = [tone, label];
  };
  mark(Object.keys(row.premises?.cells ?? {}), "note", "a reason");
  if (row.kind === "guess" || row.kind === "reading") mark(row.cells, "open", "assumed");
  if (row.kind === "placement") mark(Object.keys(row.placed), "good", "placed");
  if (row.kind === "failed reading") mark(row.cells, "bad", "not all together");
  if (row.kind === "deadlock") mark(row.cells.length ? row.cells : Object.keys(row.premises?.cells ?? {}), "bad", "contradiction");
  if (row.kind === "undo") mark(row.cells, "note", "taken back");
  const removed = Object.entries(row.removed);
  if (removed.length * 2 > count) return { cells, labels, candidates }; // the step for the clues: nearly every cell loses some
  for (const [name, digits] of removed) candidates[name] = Object.fromEntries(digits.map((digit) => [digit, "bad"]));
  if (row.kind === "removal" && row.cells.length && row.digits.length) {
    for (const name of row.cells) {
      candidates[name] = { ...Object.fromEntries(row.digits.map((digit) => [digit, "good"])), ...candidates[name] };
    }
  }
  return { cells, labels, candidates };
}

export function assumedKinds(row) {
  return Object.fromEntries(row.assumptions.map(([cell]) => [cell, "assumed"]));
}
