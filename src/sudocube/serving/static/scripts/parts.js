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

/** "3 cells"; counted(2, "cell is", "cells are"). @param {number} number @param {string} one */
export const counted = (number, one, several = `${one}s`) =>
  `${numbered(number)} ${number === 1 ? one : several}`;

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

/** The number of an address, within bounds. @param {string | null} text @param {number} most */
export const within = (text, most, least = 0) =>
  Math.max(least, Math.min(Math.trunc(Number(text)) || 0, most));

/** An object of the same value under each name: cells with a tone. @param {any[]} names @param {any} value */
export const each = (names, value) => Object.fromEntries(names.map((name) => [name, value]));

/** @param {string} tone @param {any} words */
export const badge = (tone, words) => html`<span class="badge ${tone}">${words}</span>`;

/** A button; one that leads nowhere keeps the focus, unlike a disabled one.
    @param {any} label @param {(event: any) => void} onclick
    @param {{ kind?: string, name?: string, title?: string, isUsable?: boolean, isPressed?: boolean,
      onPoint?: () => void }} [more] */
export function button(label, onclick, { kind = "", name, title, isUsable = true, isPressed, onPoint } = {}) {
  return html`<button type="button" class="button ${kind}" aria-label=${name ?? nothing}
    title=${title ?? nothing} aria-disabled=${isUsable ? nothing : "true"}
    aria-pressed=${isPressed === undefined ? nothing : String(isPressed)}
    @focus=${onPoint ?? nothing} @pointerenter=${onPoint ?? nothing}
    @click=${(event) => isUsable && onclick(event)}>${label}</button>`;
}

/** A link to a panel that takes the puzzle along.
    @param {string} panel @param {any} label @param {Record<string, any>} [more] */
export const link = (panel, label, more = {}, kind = "") =>
  html`<a class=${kind} href=${hrefOf(panel, more)} data-panel=${panel}>${label}</a>`;

/** @param {string} label @param {any} control */
export const field = (label, control, kind = "") =>
  html`<label class="field ${kind}"><span>${label}</span>${control}</label>`;

/** A select; options are [value, label] pairs.
    @param {any[][]} options @param {string} value @param {(value: string) => void} onchange
    @param {{ name?: string, kind?: string }} [more] */
export function choice(options, value, onchange, { name, kind = "" } = {}) {
  const option = (/** @type {any} */ [one, label = one]) =>
    html`<option value=${one} ?selected=${one === value}>${label}</option>`;
  return html`<select class=${kind} aria-label=${name ?? nothing} .value=${Object(value)}
    @change=${(event) => onchange(event.target.value)}>${options.map(option)}</select>`;
}

/** @param {string} label @param {boolean} isChecked @param {(isChecked: boolean) => void} onchange */
export const check = (label, isChecked, onchange, title = "") =>
  html`<label class="check" title=${title || nothing}><input type="checkbox" .checked=${isChecked}
    @change=${(event) => onchange(event.target.checked)}>${label}</label>`;

/** Buttons of which one is pressed.
    @param {string} label @param {string[][]} options @param {string} value
    @param {(value: string) => void} onchoose */
export const views = (label, options, value, onchoose) =>
  html`<div class="tools views" role="group" aria-label=${label}>
    ${options.map(([one, words]) => button(words, () => onchoose(one), { isPressed: one === value }))}</div>`;

/** What is folded until one asks for it.
    @param {any} summary @param {any} body
    @param {{ isOpen?: boolean, kind?: string, onToggle?: (isOpen: boolean) => void }} [more] */
export const fold = (summary, body, { isOpen = false, kind = "", onToggle } = {}) =>
  html`<details class=${kind} ?open=${isOpen} @toggle=${(event) => onToggle?.(event.target.open)}>
    <summary>${summary}</summary>${body}</details>`;

/** A table that scrolls where it is too wide. A head is a word, or [word, "number"]; the first cell of a row
    is its head. @param {any[]} heads @param {any[][]} rows
    @param {{ label: string, kind?: string, caption?: any }} more */
export function table(heads, rows, { label, kind = "", caption }) {
  const columns = heads.map((one) => [one, ""].flat());
  const cell = (content, at) =>
    at ? html`<td class=${columns[at][1]}>${content}</td>` : html`<th scope="row">${content}</th>`;
  return html`<div class="wide" tabindex="0" role="region" aria-label=${label}><table class="table ${kind}">
    ${caption ? html`<caption>${caption}</caption>` : nothing}
    <thead><tr>${columns.map(([words, how]) => html`<th scope="col" class=${how}>${words}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map(cell)}</tr>`)}</tbody></table></div>`;
}

/** What went wrong, if anything did: words, or an Error. @param {any} what */
export const fault = (what) =>
  what ? html`<p class="message bad" role="alert">${what.message ?? what}</p>` : nothing;

/** What is said while an answer is not there: for what it waits, behind how many; or why there is none.
    @param {import("./asking.js").Answer} answer @param {string} words */
export function waiting(answer, words) {
  if (answer.error) {
    return html`<div class="message bad" role="alert"><p>${answer.error}</p>
      ${button("Try again", () => answer.again())}</div>`;
  }
  if (!answer.isBusy) return nothing;
  const { before, words: told } = answer.progress ?? {};
  return html`<p class="waiting" role="status">${told ? capital(told) : words} …${queueWords(before)}</p>`;
}

/** @param {number | undefined} before */
function queueWords(before) {
  if (before === undefined) return "";
  const others = before ? `, and ${counted(before, "job waits", "jobs wait")} before it` : "";
  return ` All workers are busy${others}.`;
}

/** A section that is grey and inert as long as it is about another puzzle.
    @param {import("./asking.js").Answer} answer @param {any} body */
export const dated = (answer, body) =>
  html`<div class="dated" ?inert=${!answer.isCurrent} aria-busy=${String(answer.isBusy)}>${body}</div>`;

/** What the library says in parts, [[words, tone], …]. @param {any[][]} parts */
export const sentence = (parts) =>
  parts.map(([words, tone]) => (tone ? html`<span data-tone=${tone}>${words}</span>` : words));

export const plain = (parts) => parts.map(([words]) => words).join("");

/** In place of an answer where pencilmarks are part of the puzzle. @param {string} what "A proof" */
export const cluesOnly = (what) => html`<div class="message note">
  <p>The pencilmarks are part of this puzzle. ${what} needs a puzzle of clues only. Without them it may have
    more solutions.</p>
  <div class="tools">${button("Leave the pencilmarks out", () => puzzle.setRestricts(false))}</div></div>`;
