// @ts-check
/* What scene 4 stops at: decisions, literals that matter, conflicts, each step of learning, the jump back.

    momentsOf(run, episodes)    of a Propagated: [{kind, count, step, joined, episode}], where `count` steps were taken
        kind "start"       nothing is decided yet
             "decision"    a literal was decided: run.steps[step]
             "forced"      a clause made a literal true: run.steps[step]
             "conflict"    all literals of a clause are false: run.steps[step], of which `joined` resolutions are shown
             "learned"     the solver has jumped back, and the learned clause is about to fire
             "end"         there are no more steps
    episodesOf(run)    [{end, conflict, nodes, edges, story}]: a graph for what leads to each conflict, and for the rest
        nodes    Map from each literal above level 0 that is shown to its step, in their order
        edges    [[cause, literal]], where the conflict is 0
        story    a Set of the literals that led to the conflict; empty without one
    sideOf(run, step, joined)    the literals whose clauses were joined: the side of the conflict
    cutClause(episode, side)     the literals that the cut says are not all true, negated: what it teaches
*/

import { causesOf, trailAfter } from "./propagation.js";

export const CONFLICT = 0;

export function episodesOf(run) {
  const ends = run.steps.flatMap((step, at) => (step.conflict === undefined ? [] : [at]));
  if (run.end !== "unsatisfiable") ends.push(run.steps.length);
  return ends.map((end) => episode(run, end));
}

function episode(run, end) {
  const conflict = run.steps[end] ?? null;
  const above = new Map(
    trailAfter(run.steps, end)
      .filter(({ level }) => level > 0)
      .map((step) => [step.literal, step]),
  );
  const causes = (literal) =>
    above.get(literal).clause < 0
      ? []
      : causesOf(run.clauses[above.get(literal).clause], above).filter((one) => one !== literal);
  const broken = conflict ? causesOf(run.clauses[conflict.conflict], above) : [];
  const story = closure(broken, causes);
  const shown = closure(
    [...story, ...[...above.keys()].filter((literal) => literal > 0 || above.get(literal).clause < 0)],
    causes,
  );
  const nodes = new Map([...above].filter(([literal]) => shown.has(literal)));
  const edges = [...nodes.keys()].flatMap((literal) => causes(literal).map((cause) => [cause, literal]));
  return { end, conflict, nodes, edges: [...edges, ...broken.map((cause) => [cause, CONFLICT])], story };
}

/* These literals, and all that led to them. */
function closure(literals, causes) {
  const found = new Set();
  const open = [...literals];
  while (open.length) {
    const literal = open.pop();
    if (found.has(literal)) continue;
    found.add(literal);
    open.push(...causes(literal));
  }
  return found;
}

export function momentsOf(run, episodes) {
  const first = run.steps.findIndex(({ level, conflict }) => level > 0 || conflict !== undefined);
  const start = first < 0 ? run.steps.length : first;
  /** @type {any[]} */
  const moments = [{ kind: "start", count: start, step: null, episode: 0 }];
  let at = 0; // the place of the episode
  run.steps.forEach((step, place) => {
    if (place < start) return;
    if (step.conflict !== undefined) {
      for (let joined = 0; joined <= step.resolutions.length; joined++)
        moments.push({ kind: "conflict", count: place, step: place, joined, episode: at });
      at += 1;
      if (step.backjump !== null) moments.push({ kind: "learned", count: place + 1, step: place, episode: at });
    } else if (step.clause < 0) moments.push({ kind: "decision", count: place + 1, step: place, episode: at });
    else if (episodes[at]?.nodes.has(step.literal) || step.clause >= run.given)
      moments.push({ kind: "forced", count: place + 1, step: place, episode: at });
  });
  const last = run.steps.at(-1);
  if (last?.backjump !== null || last === undefined)
    moments.push({ kind: "end", count: run.steps.length, step: null, episode: at });
  return moments;
}

export function sideOf(run, step, joined) {
  return new Set(run.steps[step].resolutions.slice(0, joined).map(({ on }) => on));
}

export function cutClause({ edges, nodes }, side) {
  const behind = (node) => node === CONFLICT || side.has(node);
  const cut = new Set(edges.filter(([cause, node]) => behind(node) && !behind(cause)).map(([cause]) => cause));
  return [...nodes.keys()]
    .reverse()
    .filter((literal) => cut.has(literal))
    .map((literal) => -literal);
}
