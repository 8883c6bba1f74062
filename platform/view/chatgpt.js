(() => {
  // Stands for the window.openai that ChatGPT puts into a widget's frame. The framing page is the host: it tells the first
  // globals in the address' fragment, later ones by message, and answers what the widget asks.
  const host = window.parent;
  const waiting = new Map();
  let next = 1;
  const ask = (name) => (argument, further) =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      host.postMessage({ openai: "ask", id, name, argument, further }, "*");
    });
  let globals = {};
  try {
    globals = JSON.parse(decodeURIComponent(location.hash.slice(1))) || {};
  } catch {
    // a page that says nothing is a host without wishes
  }
  const openai = { theme: "light", locale: "en-US", displayMode: "inline", toolInput: {}, toolOutput: null, toolResponseMetadata: null, widgetState: null, ...globals };
  for (const name of ["callTool", "sendFollowUpMessage", "openExternal", "requestDisplayMode", "requestClose", "notifyIntrinsicHeight"]) openai[name] = ask(name);
  const keep = ask("setWidgetState");
  openai.setWidgetState = (widgetState) => {
    set({ widgetState });
    return keep(widgetState);
  };
  const set = (change) => {
    Object.assign(openai, change);
    window.dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals: change } }));
  };
  window.openai = openai;
  window.addEventListener("message", ({ source, data }) => {
    if (source !== host || typeof data !== "object" || data === null) return;
    if (data.openai === "set" && data.globals) set(data.globals);
    const call = data.openai === "answer" ? waiting.get(data.id) : undefined;
    if (!call) return;
    waiting.delete(data.id);
    if (typeof data.error === "string") call.reject(new Error(data.error));
    else call.resolve(data.result);
  });
  host.postMessage({ openai: "ready" }, "*");
})();
