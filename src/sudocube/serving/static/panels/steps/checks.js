/* What the SAT solver says of a step, as a tone and words.

     checkOf(row)      { tone, words } for a row of the command `steps` */

const CHECKS = {
  valid: ["good", "follows from the marked cells"],
  "true, not shown valid": ["good", "true in every solution"],
  "valid, but false: it rests on a refuted step": ["bad", "follows, but rests on a refuted step"],
  refuted: ["bad", "refuted"],
  "refuted, though true by luck": ["bad", "refuted, though true by luck"],
  undecided: ["open", "not decided in time"],
};

const GUESSES = {
  "every solution": ["good", "right: it is so in every solution"],
  "some solutions": ["open", "it is so in some solutions, not in all"],
  "no solution": ["bad", "wrong: it is so in no solution"],
};

const OTHERS = {
  guess: ["open", "not decided in time"],
  reading: ["note", "an assumption: nothing to check"],
  solution: ["good", "the referee accepts this grid"],
};

export function checkOf(row) {
  const found = CHECKS[row.check] ?? GUESSES[row.holds_in] ?? OTHERS[row.kind] ?? ["note", "nothing to check"];
  return { tone: found[0], words: found[1] };
}
