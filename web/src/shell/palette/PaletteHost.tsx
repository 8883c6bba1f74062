import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useStore } from "~/api/store";
import { settingsPlaces } from "../places";
import { theme, themes } from "../theme";
import { useSignOut } from "../useSignOut";
import { paletteOpen, useCommands } from "./commands";

const Palette = lazy(() => import("./Palette"));

/** Opens the palette on Ctrl-K or Command-K, and offers what is possible everywhere. */
export function PaletteHost() {
  const open = useStore(paletteOpen);
  const navigate = useNavigate();
  const signOut = useSignOut();
  useCommands([
    {
      id: "apps",
      title: "All apps",
      section: "Go to",
      keywords: "list home",
      run: () => void navigate({ to: "/apps" }),
    },
    {
      id: "new",
      title: "New app",
      section: "Create",
      keywords: "describe generate",
      run: () => void navigate({ to: "/apps/new" }),
    },
    ...settingsPlaces.map((p) => ({
      id: p.to,
      title: p.label,
      section: "Settings",
      keywords: p.keywords,
      run: () => void navigate({ to: p.to }),
    })),
    ...themes.map((t) => ({
      id: `theme-${t.value}`,
      title: `Theme: ${t.label.toLowerCase()}`,
      section: "Preferences",
      run: () => theme.set(t.value),
    })),
    {
      id: "docs",
      title: "API documentation",
      section: "Go to",
      keywords: "rest openapi",
      run: () => void window.open("/api/docs", "_blank", "noreferrer"),
    },
    { id: "signout", title: "Sign out", section: "Account", keywords: "log leave", run: () => void signOut() },
  ]);
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (e.key.toLowerCase() !== "k" || !(e.metaKey || e.ctrlKey) || e.altKey || e.shiftKey) return;
      e.preventDefault();
      paletteOpen.set(!paletteOpen.get());
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useEffect(() => () => paletteOpen.set(false), []);
  return open ? (
    <Suspense>
      <Palette onClose={() => paletteOpen.set(false)} />
    </Suspense>
  ) : null;
}
