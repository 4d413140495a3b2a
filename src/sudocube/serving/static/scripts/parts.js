// @ts-check
/* Words and small templates that several panels use. Foreign text only ever becomes text, never markup. */

import { html, nothing } from "../vendor/lit-html.js";
import { hrefOf } from "./address.js";
import { SYMBOLS } from "./geometry.js";
import { puzzle } from "./puzzle.js";

/** @type {Record<string, { tone: string, words: string }>} */
export const VERDICTS = {
  unique: { tone: "good", words: "One solution" },
  multiple: { tone: "bad", words: "Several solutions" },
  none: { tone: "bad", words: "No solution" },
  unknown: { tone: "open", words: "Undecided" },
  invalid: { tone: "bad", words: "No puzzle" },
};

/** 12345 -> "12,345" @param {number} number */
export const numbered = (number) => number.toLocaleString("en");

/** "3 cells"; counted(1, "is", "are") takes the plural as it is given. @param {number} number @param {string} one */
export const counted = (number, one, several = `${one}s`) => `${numbered(number)} ${number === 1 ? one : several}`;

/** 0.0032 -> "3.2 ms" @param {number} seconds */
export function inSeconds(seconds) {
  if (seconds < 0.0001) return "under 0.1 ms";
  if (seconds < 0.01) return `${(seconds * 1000).toFixed(1)} ms`;
  return seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;
}

/** "a, b and c" @param {string[]} words */
export const listed = (words, and = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;

/** "r1c1 = 5", which no line end parts. @param {string} cell @param {number} digit */
export const clue = (cell, digit) => `${cell}\u00a0=\u00a0${SYMBOLS[digit]}`;

/** @param {string} words */
export const capital = (words) => words[0].toUpperCase() + words.slice(1);

/** @param {string} tone @param {any} words */
export const badge = (tone, words) => html`<span class="badge ${tone}">${words}</span>`;

/** A button; one that leads nowhere keeps the focus, unlike a disabled one.
    @param {any} label @param {(event: Event) => void} onclick
    @param {{ kind?: string, name?: string, title?: string, isUsable?: boolean, isPressed?: boolean, onPoint?: () => void }} [more] */
export function button(label, onclick, { kind = "", name, title, isUsable = true, isPressed, onPoint } = {}) {
  return html`<button type="button" class="button ${kind}" aria-label=${name ?? nothing} title=${title ?? nothing}
    aria-disabled=${isUsable ? nothing : "true"} aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
    @focus=${onPoint ?? nothing} @pointerenter=${onPoint ?? nothing}
    @click=${(/** @type {Event} */ event) => isUsable && onclick(event)}>${label}</button>`;
}

/** A link to a panel that takes the puzzle along. @param {string} panel @param {any} label @param {Record<string, any>} [more] */
export const link = (panel, label, more = {}, kind = "") => html`<a class=${kind} href=${hrefOf(panel, more)} data-panel=${panel}>${label}</a>`;

/** @param {string} label @param {any} control */
export const field = (label, control, kind = "") => html`<label class="field ${kind}"><span>${label}</span>${control}</label>`;

/** A select; options are [value, label] pairs. @param {any[][]} options @param {string} value @param {(value: string) => void} onchange
    @param {{ name?: string, kind?: string, isUsable?: boolean }} [more] */
export function choice(options, value, onchange, { name, kind = "", isUsable = true } = {}) {
  return html`<select class=${kind} aria-label=${name ?? nothing} ?disabled=${!isUsable} .value=${Object(value)}
    @change=${(/** @type {any} */ event) => onchange(event.target.value)}>${options.map(([one, label]) => html`
      <option value=${one} ?selected=${one === value}>${label ?? one}</option>`)}</select>`;
}

/** @param {string} label @param {boolean} isChecked @param {(isChecked: boolean) => void} onchange */
export const check = (label, isChecked, onchange, title = "") => html`<label class="check" title=${title || nothing}>
  <input type="checkbox" .checked=${isChecked} @change=${(/** @type {any} */ event) => onchange(event.target.checked)}>${label}</label>`;

/** Buttons of which one is pressed. @param {string} label @param {string[][]} options @param {string} value @param {(value: string) => void} onchoose */
export const views = (label, options, value, onchoose) => html`<div class="tools views" role="group" aria-label=${label}>
  ${options.map(([one, words]) => button(words, () => onchoose(one), { isPressed: one === value }))}</div>`;

/** What is said while an answer is not there: what it waits for, and how many are before it; or why there is none.
    @param {import("./asking.js").Answer} answer @param {string} words */
export function waiting(answer, words) {
  if (answer.error) return html`<div class="message bad" role="alert"><p>${answer.error}</p>${button("Try again", () => answer.again())}</div>`;
  if (!answer.isBusy) return nothing;
  const { progress } = answer;
  const { before, words: told } = progress ?? {};
  const queue = before === undefined ? "" : ` All workers are busy${before ? `, and ${counted(before, "job waits", "jobs wait")} before it` : ""}.`;
  return html`<p class="waiting" role="status">${told ? capital(told) : words} …${queue}</p>`;
}

/** A section that is grey and inert as long as it is about another puzzle. @param {import("./asking.js").Answer} answer @param {any} body */
export const dated = (answer, body, kind = "") => html`<div class="dated ${kind}" ?inert=${!answer.isCurrent} aria-busy=${String(answer.isBusy)}>${body}</div>`;

/** Sentences that the library sends in parts, [[words, role], …]; roles are cell, placed, removed, rule and kind. @param {any[][]} parts */
export const sentence = (parts) => parts.map(([words, role]) => (role ? html`<span class=${role}>${words}</span>` : words));

/** @param {any[][]} parts */
export const plain = (parts) => parts.map(([words]) => words).join("");

/** What stands in place of an answer where pencilmarks are part of the puzzle. @param {string} what "A proof" */
export const cluesOnly = (what) => html`<div class="message note"><p>The pencilmarks are part of this puzzle. ${what} needs a puzzle of
  clues only. Without them it may have more solutions.</p>
  <div class="tools">${button("Leave the pencilmarks out", () => puzzle.setRestricts(false))}</div></div>`;
