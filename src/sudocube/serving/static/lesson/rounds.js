// @ts-check
/* Unit propagation in rounds: encodings side by side, each a round further, on one slider.

In a round each clause is looked at with what was known before it: all clauses that have a single literal left fire
at once. So the number of rounds does not depend on the order of the clauses, as the number of steps does.

    inRounds(clauses, given)   {rounds, broken}
        given    the literals that are true at first: they are round 0
        rounds   for each round, from 0 on, the steps {literal, clause}: `clause` is the place of the clause that
                 made the literal true, or -1 for what is given
        broken   the place of a clause of which all literals are false after the last round, or null
    valuesAfter(rounds, count) a Map from each literal that has a value after round `count` to true or false
*/

import { stateOf } from "./propagation.js";

export function inRounds(clauses, given) {
  const values = new Map();
  const rounds = [];
  let found = [...new Set(given)].map((literal) => ({ literal, clause: -1 }));
  let broken = null;
  while (found.length || !rounds.length) {
    rounds.push(found);
    for (const { literal } of found) {
      if (values.get(literal) === false) return { rounds, broken: broken ?? firstBroken(clauses, values, found) };
      values.set(literal, true).set(-literal, false);
    }
    ({ found, broken } = fired(clauses, values));
    if (broken !== null) break;
  }
  return { rounds, broken };
}

export function valuesAfter(rounds, count) {
  const values = new Map();
  for (const { literal } of rounds.slice(0, count + 1).flat()) values.set(literal, true).set(-literal, false);
  return values;
}

/* What all clauses make true at once, each literal once; or the place of a clause that is broken. */
function fired(clauses, values) {
  const found = new Map();
  for (let place = 0; place < clauses.length; place++) {
    const { kind, left } = stateOf(clauses[place], values);
    if (kind === "broken") return { found: [], broken: place };
    if (kind === "unit" && !found.has(left[0])) found.set(left[0], { literal: left[0], clause: place });
  }
  return { found: [...found.values()], broken: null };
}

/* Where a round makes a literal true and false: the clause that said so second is broken. */
function firstBroken(clauses, values, found) {
  const made = new Set();
  for (const { literal, clause } of found) {
    if (made.has(-literal)) return clause;
    made.add(literal);
  }
  return clauses.findIndex((clause) => clause.every((literal) => values.get(literal) === false));
}
