// @ts-check
/* How the page reaches the library: nothing else calls fetch. A panel says while it is drawn what it wants to
   know:

     const found = wanted("diagnosis", "diagnose", { puzzle, box }, { pause: 250 })

   "diagnosis" is a place for one answer. If what is wanted there is the same as before, nothing is asked
   again. If it is another question, the answer to the one before is dropped; until the first row of the new
   one comes, `found.rows` and `found.asked` are what was shown before, and `found.isCurrent` is false. What
   is not wanted any more when the page is drawn is withdrawn: the server then ends its work. So no stale
   answer can be shown as a new one, in any panel. */

import { base, isStatic } from "./address.js";
import { redraw } from "./page.js";

class AskError extends Error {}

/** Milliseconds for which a question that was overtaken may still be answered: to end it costs a process. */
const PATIENCE = 200;
/** Milliseconds after which an answer that is not there is waited for visibly. */
const MOMENT = 300;
/** Milliseconds after which a server that has ended is looked for again. */
const RETRIED = 2000;
const GONE = "The server has ended. Start `sudocube serve` again: this page goes on, and nothing is lost.";
const NO_SERVER = "This page has no server. Install sudocube, and start: sudocube serve";

/** @typedef {{ done?: number, of?: number | null, words?: string, before?: number }} Progress
    @typedef {(what: any) => void} Hears
    @typedef {{ signal?: AbortSignal, onRow?: Hears, onProgress?: Hears }} Listeners */

/** An answer as it is shown. */
const NOTHING = { key: "", fields: /** @type {any} */ ({}), rows: /** @type {any[]} */ ([]), isDone: false,
  isStopped: false, error: "" };

class Question {
  key = "";
  command = "";
  /** @type {any} */ fields = {};
  isWanted = false;
  changedAt = 0;
  shown = NOTHING;
  /** @type {null | Progress} */ progress = null;
  /** @type {null | { key: string, controller: AbortController }} */ #running = null;
  #timer = 0;

  /** @param {string} command @param {any} fields @param {number} pause */
  want(command, fields, pause) {
    this.isWanted = true;
    const key = JSON.stringify([command, fields]);
    if (key === this.key) return;
    const isFirst = this.key === "";
    Object.assign(this, { key, command, fields, changedAt: performance.now(), progress: null });
    setTimeout(redraw, MOMENT);
    clearTimeout(this.#timer);
    const { controller } = this.#running ?? {};
    if (controller) this.#timer = setTimeout(() => controller.abort(), PATIENCE);
    else if (pause && !isFirst) this.#timer = setTimeout(() => this.#run(), pause);
    else this.#run();
  }

  async #run() {
    const { key, command, fields } = this;
    const controller = new AbortController();
    this.#running = { key, controller };
    const answer = { ...NOTHING, key, fields, rows: /** @type {any[]} */ ([]) };
    const show = () => {
      if (this.key !== key) return;
      this.shown = answer;
      redraw();
    };
    try {
      await ask(command, fields, {
        signal: controller.signal,
        onRow: (row) => { answer.rows.push(row); show(); },
        onProgress: (progress) => {
          if (this.key !== key) return;
          this.progress = progress;
          redraw();
        },
      });
      answer.isDone = true;
    } catch (error) {
      if (isCancelled(error)) answer.isStopped = true;
      else answer.error = error instanceof Error ? error.message : String(error);
      if (answer.error === GONE) setTimeout(() => this.isWanted && this.key === key && this.again(), RETRIED);
    }
    clearTimeout(this.#timer);
    this.#running = null;
    if (this.key === key) this.progress = null;
    if (this.key && this.key !== key) this.#run();
    else show();
  }

  /** End what is asked; what came until then stays. */
  stop() {
    this.#running?.controller.abort();
  }

  /** What is not wanted any more: an answer that is complete is kept. */
  leave() {
    clearTimeout(this.#timer);
    if (this.#running || this.shown.key !== this.key) {
      this.key = "";
      this.stop();
    }
  }

  /** Ask the same once more. */
  again() {
    this.key = "";
    redraw();
  }

  get rows() { return this.shown.rows; }
  /** The fields to which the rows belong. */
  get asked() { return this.shown.fields; }
  get isCurrent() { return this.shown.key === this.key; }
  get isDone() { return this.isCurrent && this.shown.isDone; }
  get isStopped() { return this.isCurrent && this.shown.isStopped; }
  get isBusy() { return this.key !== "" && !this.isDone && !this.isStopped && !this.error; }
  get isLate() { return !this.isCurrent && performance.now() - this.changedAt >= MOMENT; }
  get error() { return this.isCurrent ? this.shown.error : ""; }
  /** The last row, for answers that grow. */
  get last() { return this.rows.at(-1); }
}

/** @typedef {Question} Answer */

/** @type {Map<string, Question>} */
const places = new Map();

/** What is known of a question, which is asked if it is new. `pause` is how long typing has to rest.
    @param {string} place @param {string} command @param {any} fields */
export function wanted(place, command, fields, { pause = 0 } = {}) {
  const question = places.get(place) ?? new Question();
  places.set(place, question);
  question.want(command, fields, pause);
  return question;
}

/** What the library wrote for the lesson under a name: its row, once it is loaded. @param {string} name */
export const data = (name) => wanted(`data ${name}`, "data", { name });

export function beforeDrawing() {
  for (const one of places.values()) one.isWanted = false;
}

export function afterDrawing() {
  for (const one of places.values()) if (!one.isWanted) one.leave();
}

export const isCancelled = (error) => error?.name === "AbortError";

/** Ask the server for a command once: a promise of its rows. The message of an Error may be shown. A `file`
    among the fields is sent as it is; the others then stand in the address.
    @param {string} command @param {any} fields @param {Listeners} [listeners] @returns {Promise<any[]>} */
export function ask(command, fields, listeners) {
  if (isStatic) return askFile(command, fields, listeners);
  const { file, ...others } = fields;
  const query = file ? `?${new URLSearchParams(others)}` : "";
  const send = () => post(`api/${command}${query}`, file ?? JSON.stringify(fields), listeners);
  return tokenHolder()?.dataset.long?.split(" ").includes(command) ? inPlace(send, listeners) : send();
}

/** Without a server there are the data of the lesson.
    @param {string} command @param {any} fields @param {Listeners} [listeners] */
async function askFile(command, { name }, listeners) {
  if (command !== "data") throw new AskError(NO_SERVER);
  const answer = await answerOf(`data/${name}.json`, {});
  if (!answer.ok) throw new AskError(`${name} could not be loaded (${answer.status}). Reload this page.`);
  const row = await answer.json();
  listeners?.onRow?.(row);
  return [row];
}

/** @returns {HTMLMetaElement | null} */
const tokenHolder = () => document.querySelector('meta[name="sudocube-token"]');

/** A browser has six connections to a server, for all its tabs together. Long jobs share four, as many
    as there are workers at the most: a further tab is answered at once. A closed tab gives its place up. */
const PLACES = ["1", "2", "3", "4"].map((place) => `sudocube long job ${place}`);

/** @param {() => Promise<any[]>} send @param {Listeners} [listeners] @returns {Promise<any[]>} */
function inPlace(send, { signal, onProgress } = {}) {
  const found = new AbortController();
  const ends = AbortSignal.any([found.signal, ...(signal ? [signal] : [])]);
  return new Promise((resolve, reject) => {
    for (const place of PLACES) {
      navigator.locks.request(place, { signal: ends }, () => {
        if (found.signal.aborted) return undefined; // two places were free
        found.abort();
        return send().then(resolve, reject);
      }).catch((error) => found.signal.aborted || reject(error));
    }
    navigator.locks.query().then(({ pending }) => {
      const before = pending?.filter(({ name }) => name === PLACES[0]).length ?? 1;
      if (!ends.aborted) onProgress?.({ type: "waiting", before: before - 1 });
    });
  });
}

/** A server that was started again has another token: the page takes it from a fresh copy of itself. */
async function renewToken() {
  const answer = await answerOf("", {});
  const token = /name="sudocube-token" content="([^"]+)"/.exec(await answer.text())?.[1];
  const holder = tokenHolder();
  if (token && holder) holder.content = token;
  return Boolean(token);
}

/** @param {string} path @param {BodyInit} body @param {Listeners} [listeners] @returns {Promise<any[]>} */
async function post(path, body, { signal, onRow, onProgress } = {}) {
  const send = () => {
    const headers = { "X-Sudocube-Token": tokenHolder()?.content ?? "" };
    return answerOf(path, { method: "POST", body, signal, headers });
  };
  let answer = await send();
  if (answer.status === 403 && (await renewToken())) answer = await send();
  const rows = [];
  for await (const message of messagesOf(answer)) {
    if (message.type === "row") {
      rows.push(message.row);
      onRow?.(message.row);
    } else if (message.type === "error") throw new AskError(message.error);
    else if (message.type === "done") return rows;
    else onProgress?.(message);
  }
  throw new AskError(GONE);
}

/** @param {string} path @param {RequestInit} options */
async function answerOf(path, options) {
  try {
    return await fetch(base + path, options);
  } catch (error) {
    throw isCancelled(error) ? error : new AskError(GONE);
  }
}

/** The messages of an answer, one for each text line, as they arrive. @param {Response} answer */
async function* messagesOf(answer) {
  let rest = "";
  const reader = /** @type {ReadableStream} */ (answer.body).pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw isCancelled(error) ? error : new AskError(GONE);
    });
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop() ?? "";
    for (const line of lines) if (line.trim()) yield messageOf(line, answer.status);
    if (done) return;
  }
}

/** @param {string} line @param {number} status */
function messageOf(line, status) {
  try {
    return JSON.parse(line);
  } catch {
    throw new AskError(`sudocube sent what is no answer (${status}): ${line.slice(0, 200)}`);
  }
}
