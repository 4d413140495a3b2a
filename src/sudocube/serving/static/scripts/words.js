/* Words that several panels say in the same way.

     VERDICTS[verdict]         { tone, words }: "unique" -> { tone: "good", words: "One solution" }
     counted(3, "cell")        "3 cells"; counted(1, "is", "are") takes the plural as it is given
     numbered(12345)           "12,345"
     inSeconds(0.0032)         "3.2 ms"
     listed(["a", "b", "c"])   "a, b and c"; listed(names, "or")
     clue("r1c1", "5")         "r1c1 = 5", which no line end parts
     badge(h, tone, words)     a word with a tone, as an element */

export const VERDICTS = {
  unique: { tone: "good", words: "One solution" },
  multiple: { tone: "bad", words: "Several solutions" },
  none: { tone: "bad", words: "No solution" },
  unknown: { tone: "open", words: "Undecided" },
  invalid: { tone: "bad", words: "No puzzle" },
};

export function numbered(number) {
  return number.toLocaleString("en");
}

export function counted(number, one, several = `${one}s`) {
  return `${numbered(number)} ${number === 1 ? one : several}`;
}

export function inSeconds(seconds) {
  if (seconds < 0.0001) return "under 0.1 ms";
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`;
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

export function listed(words, and = "and") {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}

export function clue(cell, symbol) {
  return `${cell}\u00a0=\u00a0${symbol}`;
}

export function badge(h, tone, words) {
  return h("span", { class: `badge ${tone}` }, words);
}
