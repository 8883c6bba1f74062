// Runs the compiled App.js of the project in a document, and prints what it shows: node run.mjs HAPPY-DOM
import { pathToFileURL } from "node:url";

const { Window } = await import(pathToFileURL(process.argv[2]).href);
const window = new Window();
window.document.body.innerHTML = '<div id="app"></div>';
window.openai = {
  toolInput: { query: "soup" },
  toolOutput: { answer: 42 },
  toolResponseMetadata: { hidden: true },
  theme: "dark",
  displayMode: "pip",
  maxHeight: 480,
  locale: "pt-BR",
  userAgent: { device: { type: "mobile" } },
  safeArea: { insets: { top: 1, right: 2, bottom: 3, left: 4 } },
  view: { mode: "modal" },
  widgetState: null,
  setWidgetState() {},
  callTool() {},
};
for (const name of ["window", "document", "ResizeObserver", "requestAnimationFrame", "Event", "Node", "Element"])
  globalThis[name] = name === "window" ? window : (window[name]?.bind?.(window) ?? window[name]);
await import("./App.js");
await window.happyDOM.waitUntilComplete();
console.log(window.document.querySelector("p").textContent);
window.document.querySelector("button").click();
await new Promise((resolve) => setTimeout(resolve));
console.log(window.document.querySelector("p").textContent);
process.exit();
