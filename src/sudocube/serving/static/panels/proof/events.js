/* What an event of a proof marks on the board.

     withPlace(row, before)     the row with what the walk needs beside it; `before` is the row before it, or undefined
     marksOfEvent(row)          for board.mark: the clause that is looked at, and what follows from it
     assumedInProof(row)        the cells whose digit is supposed, for board.show */

export function withPlace(row, before) {
  const isInside = ["forced", "failed"].includes(row.kind);
  const supposed = row.kind === "supposed" ? row.literals : isInside ? before?.supposed ?? [] : [];
  return { ...row, supposed, depth: isInside ? 1 : 0 };
}

const TONES = { supposed: "open", forced: "good", learned: "good", propagated: "good" };
const SAID = { supposed: "supposed", forced: "follows", learned: "shown", propagated: "filled in" };

export function marksOfEvent(row) {
  const cells = {};
  const labels = {};
  const candidates = {};
  const isEnd = row.kind === "failed" || row.kind === "complete";
  for (const name of row.cells) [cells[name], labels[name]] = isEnd ? ["bad", "no place left"] : ["note", "looked at"];
  const tone = TONES[row.kind] ?? "note";
  for (const { cell, digit, negated } of row.kind === "clues" ? [] : row.literals) {
    if (negated) candidates[cell] = { ...candidates[cell], [digit]: tone === "open" ? "open" : "bad" };
    else [cells[cell], labels[cell]] = [tone, SAID[row.kind] ?? "marked"];
    if (!negated && row.kind === "learned" && row.literals.length > 1) candidates[cell] = { ...candidates[cell], [digit]: "good" };
  }
  return { cells, labels, candidates };
}

export function assumedInProof(row) {
  return Object.fromEntries(row.supposed.filter(({ negated }) => !negated).map(({ cell }) => [cell, "assumed"]));
}
