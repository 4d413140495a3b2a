/* Work that takes long, with how far it has come, a button that stops it, and what went wrong.

     const job = newJob(page, { tell })
         tell(message)      whether an error is told elsewhere, such as beside a field
     job.stop               the button, hidden while there is no work
     job.element            how far it is, and what went wrong; job.problem is the second part
     job.run(work, { words, ready })       does it; what went on before ends
         work(options)      an async function; the options are for page.ask
         words(seconds, done)              what is shown meanwhile
         ready              the button that gets the focus from "Stop"
     job.end() */

import { guarded } from "../../scripts/following.js";

const SECOND = 1000;

export function newJob(page, { tell }) {
  const { h, fill } = page;
  const waiting = h("p", { class: "make-waiting" });
  const problem = h("div");
  const element = h("div", {}, waiting, problem);
  const stop = page.button("Stop", () => now?.abort(), { hidden: true });
  let now = null;

  function run(work, { words, ready }) {
    now?.abort();
    const own = (now = new AbortController());
    const clock = progressClock(page, waiting, words);
    let isStopped = false;
    stop.hidden = false;
    return guarded(page, async () => {
      try {
        await work({ keep: true, signal: own.signal, onProgress: clock.tell });
      } catch (error) {
        isStopped = page.isCancelled(error) && now === own;
        if (isStopped) page.say("Stopped.");
        if (page.isCancelled(error) || !tell(error.message)) throw error;
      } finally {
        clock.end();
        if (now === own) {
          fill(waiting, isStopped && "Stopped.");
          const hadFocus = document.activeElement === stop;
          stop.hidden = true;
          if (hadFocus) ready.focus();
        }
      }
    }, problem);
  }

  return { element, problem, stop, run, end: () => now?.abort() };
}

/** How long it has taken, and how far it is; seen, but not read out every second. */
function progressClock(page, element, words) {
  const start = performance.now();
  let done = 0;
  const draw = () => {
    const seconds = Math.floor((performance.now() - start) / SECOND);
    page.fill(element, page.h("span", { class: "waiting" }, words(seconds, done)));
  };
  draw();
  const timer = setInterval(draw, SECOND);
  return {
    tell(progress) {
      done = progress.done;
      draw();
    },
    end: () => clearInterval(timer),
  };
}
