import { useSyncExternalStore } from "react";
import { createStore, useStore } from "~/api/store";

export type Theme = "system" | "light" | "dark";

const key = "berth.theme";

const read = (): Theme => {
  const set = document.documentElement.dataset["theme"]; // public/theme.js has been here
  return set === "light" || set === "dark" ? set : "system";
};

/** The theme of the builder in this browser. */
export const theme = createStore<Theme>(read());

theme.subscribe(() => {
  const chosen = theme.get();
  if (chosen === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = chosen;
  try {
    if (chosen === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, chosen);
  } catch {
    // storage is off: the choice lasts as long as the page
  }
});

export const themes = [
  { value: "system", label: "Like the system" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const satisfies readonly { value: Theme; label: string }[];

const dark = () => matchMedia("(prefers-color-scheme: dark)");

/** The scheme that is shown, also while the person or the system changes it. */
export function useScheme(): "light" | "dark" {
  const chosen = useStore(theme);
  const system = useSyncExternalStore(
    (changed) => {
      const query = dark();
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => dark().matches,
  );
  return chosen === "system" ? (system ? "dark" : "light") : chosen;
}
