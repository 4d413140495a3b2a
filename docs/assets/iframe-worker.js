/* Opened from a folder, without a server, browsers start no worker for the search: a hidden frame takes its place. */
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(script) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      const element = frame.contentDocument.createElement("script");
      element.src = script;
      this.ready = new Promise((resolve) => (element.onload = resolve));
      frame.contentDocument.body.append(element);
    }

    postMessage(data) {
      this.ready.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
}
