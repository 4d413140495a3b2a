/* The rows of a list: kept as `check --json` prints them, counted, sorted and written out. No elements here.

     const list = new ListModel()
     list.add(row)             a row of a puzzle, or the summary at the end
     list.rows, list.summary   what was added
     list.counts               how many rows there are of each verdict; list.amissCount of what is amiss
     list.hasStored            whether answers stand beside the puzzles
     list.places({ only, sort, isDescending })   the places of rows in `rows`, as they are to be shown: `only` is "all",
                               "amiss" or a verdict, `sort` one of SORTS
     isAmiss(row)              not unique, or a stored answer that is not right
     asJson(rows), asCsv(rows) the rows as text: JSON one by one, or a table */

export const VERDICT_ORDER = ["none", "multiple", "unknown", "invalid", "unique"];

const SORTS = {
  index: (row) => row.index,
  clues: (row) => clueCount(row),
  verdict: (row) => VERDICT_ORDER.indexOf(row.verdict),
  stored: (row) => (row.stored_fault === undefined ? 1 : 0),
  puzzle: (row) => row.puzzle ?? "",
};

export class ListModel {
  rows = [];
  summary = null;
  amissCount = 0;
  hasStored = false;
  counts = Object.fromEntries(VERDICT_ORDER.map((verdict) => [verdict, 0]));

  add(row) {
    if (row.summary) {
      this.summary = row.summary;
      return;
    }
    this.rows.push(row);
    this.counts[row.verdict] += 1;
    this.amissCount += isAmiss(row);
    this.hasStored ||= row.stored !== undefined;
  }

  places({ only = "all", sort = "index", isDescending = false }) {
    const keep = { all: () => true, amiss: isAmiss }[only] ?? ((row) => row.verdict === only);
    const places = [];
    this.rows.forEach((row, place) => { if (keep(row)) places.push(place); });
    const value = SORTS[sort] ?? SORTS.index;
    if (sort !== "index") {
      const values = this.rows.map(value);
      const sign = isDescending ? -1 : 1;
      places.sort((one, other) => sign * compared(values[one], values[other]) || one - other);
    } else if (isDescending) places.reverse();
    return places;
  }
}

function compared(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function isAmiss(row) {
  return row.verdict !== "unique" || row.stored_fault !== undefined;
}

/** How many cells have a digit; null where that is not how the puzzle is written. */
export function clueCount({ puzzle, box }) {
  if (!puzzle) return null;
  const [boxRows, boxColumns] = box.split("x").map(Number);
  if (puzzle.length !== (boxRows * boxColumns) ** 2) return null;
  let count = 0;
  for (const symbol of puzzle) count += symbol !== ".";
  return count;
}

/** What is to be said of a row beside its verdict: why it is undecided or no puzzle, what is wrong with its answer. */
export function remark(row) {
  const answer = row.stored_fault && `stored solution: ${row.stored_fault}`;
  return [row.error ?? row.reason, answer].filter(Boolean).join("; ");
}

export function asJson(rows) {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

const COLUMNS = ["puzzle", "source", "box", "verdict", "evidence", "engine", "reason", "stored"];

export function asCsv(rows) {
  const hasStored = rows.some((row) => row.stored !== undefined);
  const columns = hasStored ? COLUMNS : COLUMNS.slice(0, -1);
  const lines = rows.map((row) => columns.map((name) => csvField(name === "reason" ? remark(row) : row[name])).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

/** A field as CSV; what a spreadsheet would take for a formula begins with an apostrophe. */
function csvField(value) {
  const text = String(value ?? "");
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
