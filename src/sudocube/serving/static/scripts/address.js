/* The state of the page in its address: the path names the panel, the fragment the puzzle and the panel's state.

     /unique#p=1.....2..3.....4&at=3        the panel "unique", a puzzle, and a key of the panel
     /lesson/cube#p=…                       the scene "lesson/cube"

     base                     where the page's files begin: "/" on the server, a relative path in a static edition
     isStatic                 whether there is no server: each scene is a file of its own, links are ordinary links
     address.panel            "start", "unique", "why-not", …, "lesson", "lesson/NAME"
     address.get(key)         a value of the fragment, or null
     address.set(key, value)  replaces it in the fragment, without an entry of the history; null removes it
     address.replace(values)  several at once
     address.keep()           what is in the address now becomes an entry of the history: Back leads to it
     address.isMoving         whether listeners of onMove are just being told
     address.hrefOf(panel, values)   the address of a panel with these values in its fragment
     address.open(panel, values)     goes there: an entry of the history; listeners hear it
     address.onMove(f)        f() after back, forward, open, and a fragment that was typed; returns how to end it

   A fragment without "=" is a place of the page (#panel): no state, and nobody is told of it.
   What holds the puzzle (p, box, m; see puzzle_state.js) goes along from panel to panel; all other keys belong to
   one panel, and are left behind. */

const meta = (name) => document.querySelector(`meta[name="sudocube-${name}"]`)?.content;

export const base = meta("base") ?? "/";
export const isStatic = meta("static") !== undefined;

const listeners = new Set();
let isMoving = false;

function panelOf(path) {
  const root = new URL(base, document.baseURI).pathname;
  const name = path.startsWith(root) ? path.slice(root.length).replace(/\/$/, "") : "";
  return name === "" || name === "index.html" ? "start" : name;
}

const namesPlace = () => location.hash !== "" && !location.hash.includes("=");

function fragment() {
  return new URLSearchParams(namesPlace() ? "" : location.hash.slice(1));
}

/** Readable values: what needs no escape in a fragment keeps its sign. */
function hashOf(values) {
  const pairs = [...values].map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return pairs.length ? `#${pairs.join("&").replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%20", "+")}` : "";
}

function changed(values, changes) {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") values.delete(key);
    else values.set(key, value);
  }
  return values;
}

function tell() {
  isMoving = true;
  try {
    for (const one of [...listeners]) if (listeners.has(one)) one(); // an earlier one may have ended it
  } finally {
    isMoving = false;
  }
}

export const address = {
  get panel() {
    return meta("panel") ?? panelOf(location.pathname);
  },
  get: (key) => fragment().get(key),
  set: (key, value) => address.replace({ [key]: value }),
  replace(changes) {
    const hash = hashOf(changed(fragment(), changes));
    if (hash !== location.hash) history.replaceState(history.state, "", location.pathname + location.search + hash);
  },
  keep: () => history.pushState(history.state, "", location.href),
  get isMoving() {
    return isMoving;
  },
  hrefOf(panel, values = {}) {
    const name = panel === "start" ? "" : panel;
    return `${base}${isStatic && name ? `${name}/` : name}${hashOf(changed(new URLSearchParams(), values))}`;
  },
  open(panel, values = {}) {
    const href = address.hrefOf(panel, values);
    if (isStatic) {
      location.href = href;
      return;
    }
    history.pushState(null, "", href);
    tell();
  },
  onMove(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

addEventListener("popstate", () => { if (!namesPlace()) tell(); }); // a fragment that was typed is a popstate, too
