/* The one place that knows how the page reaches the library. Nothing else calls fetch.

     ask(command, fields, { signal, onRow, onProgress }) -> Promise of all rows
         Asks the server for a command; rows are those that `sudocube … --json` prints, and reach onRow(row) as
         they come. onProgress({ done, of, words }) hears how far it is. Rejects with an AskError, whose message
         may be shown; with an AbortError once `signal` is aborted (see isCancelled).
     post(path, body, { signal, type }) -> Promise of the rows    for uploads: a body that is no JSON
     data(name) -> Promise            what a scene shows that the library wrote: the row of the command `data`;
                                      without a server, the file data/NAME.json below the base. Asked once
     isCancelled(error)               whether this is no fault: the question was withdrawn */

import { base, isStatic } from "./address.js";

export class AskError extends Error {}

export function isCancelled(error) {
  return error?.name === "AbortError";
}

const GONE = "sudocube does not answer. Is `sudocube serve` still running? Start it again, then reload this page.";
const MOST_WITHOUT_ROWS = 200;

const withServer = {
  ask: (command, fields, options) => post(`api/${command}`, JSON.stringify(fields ?? {}), options),
  async data(name) {
    const [row] = await withServer.ask("data", { name });
    return row;
  },
};

const withoutServer = {
  ask: () => Promise.reject(new AskError("This page has no server, so it cannot ask sudocube. Install sudocube, and start: sudocube serve")),
  data: async (name) => JSON.parse(await textOf(`data/${name}.json`)),
};

const used = isStatic ? withoutServer : withServer;

export const ask = (command, fields, options) => used.ask(command, fields, options);

const known = new Map();

/** Data do not change, so each is asked for once; after an error, again. */
export function data(name) {
  if (!known.has(name)) {
    const asked = used.data(name);
    known.set(name, asked);
    asked.catch(() => known.delete(name));
  }
  return known.get(name);
}

async function textOf(path) {
  const answer = await answerOf(path, {});
  if (!answer.ok) throw new AskError(`${path} could not be loaded (${answer.status}). Reload this page.`);
  return answer.text();
}

export async function post(path, body, { signal, onRow, onProgress, type = "application/json" } = {}) {
  const token = document.querySelector('meta[name="sudocube-token"]')?.content ?? "";
  const headers = { "Content-Type": type, "X-Sudocube-Token": token };
  const answer = await answerOf(path, { method: "POST", headers, body, signal });
  const rows = [];
  let isDone = false;
  for await (const message of messagesOf(answer)) {
    if (message.type === "row") {
      rows.push(message.row);
      onRow?.(message.row);
    } else if (message.type === "progress") onProgress?.(message);
    else if (message.type === "error") throw new AskError(message.error);
    else if (message.type === "done") isDone = true;
  }
  if (!isDone) throw new AskError(GONE);
  return rows;
}

async function answerOf(path, options) {
  try {
    return await fetch(base + path, options);
  } catch (error) {
    throw isCancelled(error) ? error : new AskError(GONE);
  }
}

/** The messages of an answer, one for each text line, as they arrive. */
async function* messagesOf(answer) {
  let rest = "";
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await nextOf(reader);
    const lines = (rest + (value ?? "")).split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines) if (line.trim()) yield messageOf(line, answer);
    if (done) return;
  }
}

async function nextOf(reader) {
  try {
    return await reader.read();
  } catch (error) {
    throw isCancelled(error) ? error : new AskError(GONE);
  }
}

function messageOf(line, answer) {
  try {
    return JSON.parse(line);
  } catch {
    const words = line.slice(0, MOST_WITHOUT_ROWS);
    throw new AskError(answer.ok ? `sudocube sent what is no answer: ${words}` : `${answer.status}: ${words}`);
  }
}
