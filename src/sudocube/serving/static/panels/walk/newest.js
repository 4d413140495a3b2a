/* Questions of which only the newest counts: a new one ends the one before.

     const ask = newestQuestion(page)
     ask(command, fields, { onRow }) -> a promise, as page.ask; of an earlier question no row is heard any more */

export function newestQuestion(page) {
  let asked = new AbortController();
  return (command, fields, { onRow } = {}) => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    return page.ask(command, fields, { signal, onRow: (row) => signal.aborted || onRow?.(row) });
  };
}
