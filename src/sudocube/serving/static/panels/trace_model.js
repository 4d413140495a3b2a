/* A trace of clauses: its rows, and what they come to after each step. No elements here, and no logic of its own:
   which digits a step places and which candidates it removes is in the rows.

     const trace = new TraceModel(rows)     the rows of the command `trace`: the start, the steps, the end
     trace.add(row)                         one more of them
     trace.start, trace.steps, trace.end
     trace.after(count)                     what holds after the first `count` steps: { level, digits, removed }, where
                                            digits is { r1c2: 3 }, and removed { r1c2: Set of digits } */

export class TraceModel {
  start = null;
  end = null;
  steps = [];

  add(row) {
    if (!this.start) this.start = row;
    else if ("end" in row) this.end = row;
    else this.steps.push(row);
  }

  after(count) {
    const digits = {};
    const removed = {};
    for (const row of [this.start, ...this.trail(count)]) {
      Object.assign(digits, row.placed);
      for (const [cell, gone] of Object.entries(row.removed)) {
        removed[cell] ??= new Set();
        for (const digit of gone) removed[cell].add(digit);
      }
    }
    return { digits, removed, level: this.levelAfter(count) };
  }

  /** The steps whose literals are true: a conflict takes back those of the levels above. */
  trail(count) {
    const steps = [];
    for (const row of this.steps.slice(0, count)) {
      if (!("conflict" in row)) steps.push(row);
      else if (row.backjump !== null) while (steps.length && steps.at(-1).level > row.backjump) steps.pop();
    }
    return steps;
  }

  levelAfter(count) {
    const row = this.steps[count - 1];
    return !row ? 0 : "conflict" in row ? (row.backjump ?? 0) : row.level;
  }
}

/** Why a trace has no more steps, as [tone, words]. */
export const ENDS = {
  solved: ["good", "solved, the grid is a solution of the puzzle."],
  stuck: ["open", "stuck, no clause fires any more. A decision would go on from here."],
  unsatisfiable: ["bad", "no solution, all literals of a clause are false and nothing was decided."],
  no_grid: ["bad", "all clauses hold, but the grid is no solution."],
  max_steps: ["open", "stopped, the trace has as many steps as a page takes."],
  timeout: ["open", "stopped, the time was over."],
};
