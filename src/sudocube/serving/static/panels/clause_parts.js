/* How the panel Clauses draws a clause: its literals, what it is of, and the cells that it speaks of.

     clauseLine(page, row, { forced, isFalse })   the literals with ∨ between them; `forced` is the number of the literal
                                                  that the clause makes true, and with isFalse all others are false
     reasonWords(because)      "row 1, digit 1: at most one", "clue", "decision"; `because` is that of a step
     definitionLines(page, row)  what the variables stand for that a clause defines, or null
     marksOf(literals)         marks for a board: { cells, candidates }, from the names of literals */

const NAMED = /^(¬?)x\[(r\d+c\d+),(\w)\]$/;
const CELL = /r\d+c\d+/;

export function clauseLine(page, row, { forced = 0, isFalse = false } = {}) {
  const { h } = page;
  const literals = row.literals.map((name, at) => {
    const isForced = row.clause[at] === forced;
    const kind = isForced ? "forced" : isFalse ? "false" : "";
    const words = isForced ? " (becomes true)" : isFalse ? " (false)" : "";
    const told = words && h("span", { class: "unseen" }, words);
    return [at > 0 && h("span", { class: "or" }, " ∨ "), h("span", { class: `literal ${kind}` }, name, told)];
  });
  return h("span", { class: "clause mono" }, row.literals.length ? literals : "false");
}

export function reasonWords(because) {
  if (typeof because === "string") return because;
  if (because.family === "learned") return `learned from ${because.line}`;
  const defined = because.defines.map((one) => one.name).join(", ");
  const says = defined ? `${because.says} of ${defined}` : because.says;
  return because.family === "clue" ? `${because.line}: clue` : `${because.line}: ${says}`;
}

export function definitionLines(page, row) {
  const { h } = page;
  if (!row.defines?.length) return null;
  const lines = row.defines.map((one) => h("li", {}, h("b", { class: "mono" }, one.name), ` is ${one.means}`));
  return h("ul", { class: "definitions small soft" }, lines);
}

export function marksOf(page, literals, tone = () => null) {
  const cells = {};
  const candidates = {};
  for (const name of literals) {
    const found = NAMED.exec(name);
    if (found) {
      const [, sign, cell, symbol] = found;
      candidates[cell] ??= {};
      candidates[cell][page.SYMBOLS.indexOf(symbol)] = tone(name) ?? (sign ? "bad" : "good");
    } else if (CELL.test(name)) cells[CELL.exec(name)[0]] = tone(name) ?? "note";
  }
  return { cells, candidates };
}
