import { HostContext, type Host, type HostState, initialState } from "@chatui/runtime";
import { type ComponentChild, render } from "preact";
import { Store } from "../../kit/src/host.ts";
import { settled } from "./fake.ts";

/** A widget in the document, before a host that can do what methods holds. */
export async function stage(widget: ComponentChild, state: Partial<HostState>, methods: Partial<Host> = {}) {
  const store = new Store({ ...initialState, phase: "ready", ...state });
  const host = {
    setWidgetState: async () => {},
    ...methods,
    kind: "openai",
    get: store.get,
    subscribe: store.subscribe,
    can: (feature: string) => feature in methods,
  } as Host;
  const root = document.createElement("div");
  document.body.replaceChildren(root);
  render(<HostContext.Provider value={host}>{widget}</HostContext.Provider>, root);
  await settled();
  const button = (name: string): HTMLButtonElement => {
    const found = [...root.querySelectorAll("button")].find(
      (b) => (b.getAttribute("aria-label") ?? b.textContent.trim()) === name,
    );
    if (!found) throw new Error(`no button ${name} in ${root.textContent}`);
    return found;
  };
  return {
    root,
    button,
    say: async (patch: Partial<HostState>) => {
      store.set(patch);
      await settled();
    },
    press: async (name: string) => {
      button(name).focus();
      button(name).click();
      await settled();
    },
  };
}
