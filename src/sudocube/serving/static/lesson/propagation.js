// @ts-check
/* Unit propagation, decisions and learning on a few clauses: what the scenes of the lesson show.

It takes the same steps in the same order as `sudocube encodings trace` (sudocube.lab.clause_learning), and the
tests compare both, step by step. Literals are numbers, negative if negated; level 0 needs no decision.

    traced(clauses, {decisions, search, size, most})
        {steps, end}: all steps, as far as they go.
        clauses    lists of literals, the clues last, as lists of one literal
        decisions  the literals to decide on, in this order; what has a value already is passed over
        search     whether to go on with decisions of its own: the cell with the fewest candidates
                   gets its smallest; this needs `size`, the number of digits, and the direct variables
        end        "solved" (all clauses hold), "unsatisfiable", "stuck", or "max_steps" after `most` steps

    A step is one of
        {literal, level, clause}     a literal is true from now on; `clause` is the place of the clause that
                                     made it so, or -1 for a decision
        {conflict, level, reduced, resolutions, learned, backjump}
                                     all literals of the clause at the place `conflict` are false; `resolutions`
                                     are {on, clause, result}, and lead from `reduced` to `learned`. At level 0
                                     `backjump` is null. The learned clause gets the next place.

    trailAfter(steps, count)         the literal steps that still hold after the first `count` steps
    clausesAfter(clauses, steps)     all clauses with those that were learned in these steps, by their places
    stateOf(clause, values)          {kind: "true" | "broken" | "unit" | "open", left: [literals without a value]}
    valuesOf(trail)                  a Map from each literal that has a value to true or false
    causesOf(clause, nodes)          the literals in the Map `nodes` that a clause contains negated
*/

export function traced(clauses, { decisions = [], search = false, size = 0, most = Infinity } = {}) {
  const learner = new Learner(clauses);
  const steps = [];
  for (const step of learner.run(() => nextDecision(learner, decisions, search ? size : 0))) {
    if (steps.length >= most) return { steps, end: "max_steps" };
    steps.push(step);
  }
  const last = steps.at(-1);
  if (last?.backjump === null) return { steps, end: "unsatisfiable" };
  return { steps, end: learner.openClause() === null ? "solved" : "stuck" };
}

export function trailAfter(steps, count = steps.length) {
  const trail = [];
  for (const step of steps.slice(0, count)) {
    if (step.learned === undefined) trail.push(step);
    else while (step.backjump !== null && trail.length && trail.at(-1).level > step.backjump) trail.pop();
  }
  return trail;
}

export function clausesAfter(clauses, steps) {
  return [...clauses, ...steps.filter((step) => step.learned && step.backjump !== null).map((step) => step.learned)];
}

export function valuesOf(trail) {
  const values = new Map();
  for (const { literal } of trail) values.set(literal, true).set(-literal, false);
  return values;
}

export function stateOf(clause, values) {
  const left = [...new Set(clause.filter((literal) => !values.has(literal)))];
  if (clause.some((literal) => values.get(literal))) return { kind: "true", left };
  return { kind: ["broken", "unit"][left.length] ?? "open", left };
}

export function causesOf(clause, nodes) {
  return [...new Set(clause)].filter((literal) => nodes.has(-literal)).map((literal) => -literal);
}

/* Clauses, and what is true of their literals. No decision is made while a clause can fire. */
class Learner {
  constructor(clauses) {
    this.clauses = [];
    this.trail = [];
    this.level = 0;
    this.place = new Map(); // of each literal that is true, in the trail
    this.containing = new Map(); // the places of the clauses that contain a literal
    this.taken = 0; // how many literals of the trail have been taken, to look which clauses fire
    this.perhapsOpen = 0; // where the search for an open clause begins
    for (const clause of clauses) this.add(clause);
  }

  value(literal) {
    if (this.place.has(literal)) return true;
    return this.place.has(-literal) ? false : undefined;
  }

  /* A clause without a true literal, or null if all clauses hold. */
  openClause() {
    const count = this.clauses.length;
    for (let tried = 0; tried < count; tried++) {
      const clause = this.clauses[(this.perhapsOpen + tried) % count];
      if (!clause.some((literal) => this.value(literal))) {
        this.perhapsOpen = (this.perhapsOpen + tried) % count;
        return clause;
      }
    }
    return null;
  }

  /* The steps, until a conflict at level 0 or until `choose` gives nothing more to decide on. */
  *run(choose) {
    const short = this.clauses.flatMap((clause, place) => (new Set(clause).size < 2 ? [place] : []));
    let broken = yield* this.fire(short);
    for (;;) {
      if (broken === null) broken = yield* this.propagate();
      if (broken === null) {
        const decision = choose();
        if (decision === null) return;
        this.level += 1;
        yield this.assign(decision, -1);
      } else {
        const conflict = this.analyse(broken);
        yield conflict;
        if (conflict.backjump === null) return;
        this.jumpBack(conflict.backjump);
        broken = yield* this.fire([this.add(conflict.learned)]);
      }
    }
  }

  /* Fire clauses until none fires any more; returns the place of a clause in conflict, or null. */
  *propagate() {
    while (this.taken < this.trail.length) {
      const { literal } = this.trail[this.taken++];
      const broken = yield* this.fire(this.containing.get(-literal) ?? []);
      if (broken !== null) return broken;
    }
    return null;
  }

  /* Look at these clauses: each that has a single literal left makes it true. */
  *fire(places) {
    for (const place of places) {
      const values = { has: (one) => this.value(one) !== undefined, get: (one) => this.value(one) };
      const { kind, left } = stateOf(this.clauses[place], values);
      if (kind === "broken") return place;
      if (kind === "unit") yield this.assign(left[0], place);
    }
    return null;
  }

  assign(literal, clause) {
    const step = { literal, level: this.level, clause };
    this.place.set(literal, this.trail.length);
    this.trail.push(step);
    return step;
  }

  jumpBack(level) {
    while (this.trail.length && this.trail.at(-1).level > level) this.place.delete(this.trail.pop().literal);
    this.level = level;
    this.taken = this.trail.length;
  }

  add(clause) {
    const place = this.clauses.push(clause) - 1;
    for (const literal of new Set(clause)) {
      if (!this.containing.has(literal)) this.containing.set(literal, []);
      this.containing.get(literal).push(place);
    }
    return place;
  }

  /* Join the broken clause with the reason of its latest literal, until one literal of this level is left. */
  analyse(broken) {
    /** @type {any} */ const step = { conflict: broken, level: this.level, reduced: [], resolutions: [], learned: [], backjump: null };
    if (this.level === 0) return step;
    const places = this.falsePlaces(this.clauses[broken]);
    step.reduced = this.clauseOf(places);
    while ([...places].filter((place) => this.trail[place].level === this.level).length > 1) {
      const latest = Math.max(...places);
      const { literal: on, clause } = this.trail[latest];
      places.delete(latest);
      for (const place of this.falsePlaces(this.clauses[clause].filter((one) => one !== on))) places.add(place);
      step.resolutions.push({ on, clause, result: this.clauseOf(places) });
    }
    step.learned = this.clauseOf(places);
    const levels = step.learned.slice(1).map((literal) => this.trail[this.place.get(-literal)].level);
    step.backjump = Math.max(0, ...levels);
    return step;
  }

  /* The places in the trail that made these literals false, without those of level 0. */
  falsePlaces(literals) {
    const places = literals.map((literal) => this.place.get(-literal));
    return new Set(places.filter((place) => this.trail[place].level > 0));
  }

  clauseOf(places) {
    return [...places].sort((a, b) => b - a).map((place) => -this.trail[place].literal);
  }
}

/* What to decide on, or null: first what is wanted and has no value; then, if `size` is not 0, the smallest digit
of the cell with the fewest candidates, or where no cell is open, a literal of an open clause. */
function nextDecision(learner, wanted, size) {
  const open = learner.openClause();
  if (open === null) return null;
  const hasNoValue = (literal) => learner.value(literal) === undefined;
  const asked = wanted.find(hasNoValue);
  if (asked !== undefined || !size) return asked ?? null;
  let fewest = [];
  for (let cell = 0; cell < size * size; cell++) {
    const elements = Array.from({ length: size }, (_, place) => size * cell + place + 1);
    const left = elements.filter(hasNoValue);
    const isHeld = elements.some((element) => learner.value(element));
    if (!isHeld && left.length && (!fewest.length || left.length < fewest.length)) fewest = left;
  }
  return fewest[0] ?? open.find(hasNoValue);
}
