/* Why not?, where there is no solution: the clues that clash, and the changes of one clue that mend the puzzle.

     contradictionParts(page, row, actions, isLast) -> { summary, children }

   The clues of the chosen conflict are marked on the puzzle itself, too. */

import { clue, counted, listed } from "../../scripts/words.js";
import { proposal, proposals } from "./proposals.js";

const CLUES_SHOWN = 8;
const EASIEST = ["change", "remove", "move"];

export function contradictionParts(page, row, actions, isLast) {
  return {
    summary: summaryOf(page, row),
    children: [row.conflicts.length > 0 && conflictPart(page, row), changePart(page, row, actions, isLast)],
  };
}

function summaryOf({ SYMBOLS }, { clashes, conflicts, changes }) {
  const why = clashes.length > 2 ? `${clashes.length} units hold a digit more than once.`
    : clashes.length ? clashes.map(({ unit, digit, cells }) => `${capital(unit)} holds ${SYMBOLS[digit]} ${timesOf(cells.length)}.`).join(" ")
    : conflicts.length ? `${conflicts[0].size} clues cannot stand together.` : "Which clues cannot stand together is not known yet.";
  const mended = changes.length ? ` ${counted(changes.length, "change")} of one clue ${changes.length === 1 ? "makes" : "make"} it unique.` : "";
  return why + mended;
}

const timesOf = (many) => (many === 2 ? "twice" : `${many} times`);

function conflictPart(page, row) {
  const { h, fill, address } = page;
  const { box } = page.puzzle;
  const board = page.newBoard({ label: "The clues in conflict", box });
  const words = h("div");
  const many = row.conflicts.length;
  const buttons = many > 1 ? row.conflicts.map((one, place) => page.button(`${place + 1}: ${counted(one.size, "clue")}`, () => choose(place))) : [];
  const wanted = (Number(address.get("conflict")) || 1) - 1;

  function choose(place) {
    address.set("conflict", place ? place + 1 : null);
    show(place);
    page.say(listed(cluesOf(page, row, row.conflicts[place].cells)));
  }

  function show(place) {
    const conflict = row.conflicts[place];
    const cells = [...new Set([...conflict.cells, ...(place ? [] : row.clashes.flatMap((clash) => clash.cells))])];
    const marks = {
      cells: Object.fromEntries(cells.map((cell) => [cell, "bad"])),
      labels: Object.fromEntries(cells.map((cell) => [cell, "in the conflict"])),
    };
    const numbers = cells.map((cell) => page.cellIndex(cell, page.puzzle.size));
    board.show({ digits: page.puzzle.digits.map((digit, cell) => (numbers.includes(cell) ? digit : 0)), box });
    board.mark(marks);
    page.board.mark(marks);
    buttons.forEach((one, number) => one.setAttribute("aria-pressed", String(number === place)));
    const isClash = row.clashes.some((clash) => conflict.size === 2 && conflict.cells.every((cell) => clash.cells.includes(cell)));
    fill(words, place === 0 && clashWords(page, row),
      !isClash && h("p", {}, h("b", {}, listed(cluesOf(page, row, conflict.cells)))),
      h("ul", { class: "small" }, factsOf(row, conflict, isClash).map((fact) => h("li", {}, fact))));
  }

  show(wanted in row.conflicts ? wanted : 0);
  return h("section", { "aria-label": "Clues that cannot stand together" },
    h("h2", {}, "Clues that cannot stand together"),
    many > 1 && [
      h("p", {}, `There are ${many} conflicts, and no two share a clue: so ${many} clues at least are wrong.`),
      h("div", { class: "tools", role: "group", "aria-label": "Conflicts" }, buttons),
    ],
    h("div", { class: "beside" }, h("figure", {}, board.element), words));
}

function cluesOf(page, row, cells) {
  return cells.map((cell) => clue(cell, row.puzzle[page.cellIndex(cell, page.puzzle.size)]));
}

const capital = (words) => words[0].toUpperCase() + words.slice(1);

function clashWords({ h, SYMBOLS }, { clashes }) {
  return clashes.map(({ unit, digit, cells }) => h("p", {}, `${capital(unit)} holds ${SYMBOLS[digit]} in ${listed(cells)}.`));
}

function factsOf(row, conflict, isClash) {
  const isAlone = row.other_conflicts === false && row.conflicts.length === 1;
  return [
    conflict.minimal && !isClash && "Without any one of these clues, the others can stand together.",
    conflict.smallest && conflict.size > 2 && "No conflict has fewer clues.",
    !conflict.smallest && conflict.at_least > 2 && `Every conflict has ${conflict.at_least} clues at least.`,
    conflict.confirmed && "Another solver has confirmed it.",
    isAlone && "Without these clues, the others have a solution.",
  ].filter(Boolean);
}

function changePart(page, row, actions, isLast) {
  const { h } = page;
  const clues = [...Map.groupBy(row.changes, (change) => change.cell)].sort(([, one], [, other]) => effortOf(one) - effortOf(other));
  const body = h("tbody", {}, clues.slice(0, CLUES_SHOWN).map((one) => changeRow(page, one, actions)));
  const rest = clues.slice(CLUES_SHOWN);
  const more = rest.length > 0 && page.button(`Show ${counted(rest.length, "more clue")}`, () => {
    body.append(...rest.map((one) => changeRow(page, one, actions)));
    more.remove();
    body.rows[CLUES_SHOWN].querySelector("button").focus();
  });
  return h("section", { "aria-label": "Changes that mend it" },
    h("h2", {}, "Changes that mend it"),
    h("p", {}, changeWords(row, isLast)),
    clues.length > 0 && h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Clues and changes" }, h("table", { class: "table changes" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Clue"), h("th", { scope: "col" }, "Change to try"))), body)),
    more);
}

/** How easily a clue is corrected: another digit before removing it, and that before moving it. */
function effortOf(changes) {
  return Math.min(...changes.map(({ kind }) => EASIEST.indexOf(kind)));
}

function changeWords({ changes, changes_complete: isWhole, culprits }, isLast) {
  if (changes.length) {
    const all = isWhole ? (changes.length === 1 ? "There is no other." : "These are all.") : "There may be others.";
    return `${changes.length === 1 ? "This change makes" : "Each of these makes"} the puzzle unique. ${all} Click to try; it can be taken back.`;
  }
  if (!isWhole) return isLast ? "None was found in the time there was." : "They are being looked for …";
  if (!culprits?.length) return "No change of one clue helps: no clue is in every conflict.";
  return `Without ${listed(culprits, "or")} there is a solution; but no change of one clue makes the puzzle unique.`;
}

function changeRow(page, [cell, changes], actions) {
  const { h, SYMBOLS } = page;
  const changed = clue(cell, SYMBOLS[changes[0].digit]);
  const ways = changes.map((change) => {
    const [short, long] = wordsOf(change, SYMBOLS);
    return proposal(page, actions, { label: short, words: `${changed} ${long}`, cell: change.to_cell ?? cell, text: change.puzzle });
  });
  return h("tr", {}, h("th", { scope: "row" }, changed), h("td", {}, proposals(page, ways, "more changes")));
}

function wordsOf({ kind, to_digit: digit, to_cell: cell }, symbols) {
  if (kind === "change") return [`change to ${symbols[digit]}`, `changed to ${symbols[digit]}`];
  return kind === "move" ? [`move to ${cell}`, `moved to ${cell}`] : ["remove", "removed"];
}
