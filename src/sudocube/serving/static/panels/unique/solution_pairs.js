/* Which two solutions can be laid over each other (see overlay.js).

     pairsOf(grids, row) -> [{ name, title, about, first, second }]
         grids    solutions as texts; the first two are a pair
         row      a row of `diagnose` of a puzzle with several solutions: the two closest and the two farthest; or null */

export function pairsOf(grids, row) {
  const isOnly = row?.exact && row.count === 2;
  const pairs = row ? [pairOf("closest", "the two closest", row.closest, boundOf(row.closest, row.closest.smallest, "fewer", row.closest.at_least))] : [];
  if (row && !isOnly) {
    const { farthest } = row;
    pairs.push(pairOf("farthest", "the two farthest", farthest, boundOf(farthest, farthest.largest, "more", farthest.at_most)));
  }
  if (grids.length > 1 && !isOnly) pairs.push(pairOf("found", "the first two found", { solutions: grids }, ""));
  return pairs;
}

function pairOf(name, title, { solutions: [first, second] }, about) {
  return { name, title, about, first, second };
}

function boundOf(pair, isProved, than, bound) {
  return isProved ? `no two differ in ${than}` : `none differ in ${than} than ${bound}`;
}
