import { Maximize2, Monitor, Moon, RotateCw, Smartphone, Square, Sun } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import type { App } from "~/api/apps";
import type { Layout } from "~/api/layouts";
import { useAddress } from "~/shell/address";
import { IconButton, Notice, Segmented, Select, toast } from "~/ui";
import { Conversation } from "./Conversation";
import type { HostKind } from "./stage";
import { usePreview } from "./usePreview";
import { tableOf, toolsOf } from "~/api/tools";

const Unshown = lazy(() => import("~/tool/Unshown"));

const locales = [
  { value: "en-US", label: "English" },
  { value: "de-DE", label: "Deutsch" },
  { value: "es-ES", label: "Español" },
  { value: "fr-FR", label: "Français" },
  { value: "pt-BR", label: "Português" },
  { value: "ja-JP", label: "日本語" },
  { value: "ar-EG", label: "العربية" },
];

/** How wide a host's column is: of ChatGPT on a desktop, and of a phone of today. */
const widths = { desktop: 720, phone: 390 };

const oneOf = <V extends string>(value: string, values: readonly V[]): V =>
  values.find((v) => v === value) ?? (values[0] as V);

/** The real document in an emulated conversation. */
export function Preview({
  app,
  layouts,
  readOnly,
  narrow,
}: {
  app: App;
  layouts: readonly Layout[];
  readOnly: boolean;
  narrow: boolean;
}) {
  const seeded = app.origin === "seeded";
  const [hostWish, setHost] = useAddress("host", "chatgpt");
  const [sizeWish, setSize] = useAddress("size", narrow ? "phone" : "desktop");
  const [schemeWish, setScheme] = useAddress("scheme", systemScheme());
  const [modeWish, setMode] = useAddress("mode", "inline");
  const [locale, setLocale] = useAddress("locale", "en-US");
  const host = seeded ? "mcp" : oneOf<HostKind>(hostWish, ["chatgpt", "mcp"]);
  const size = oneOf(sizeWish, ["desktop", "phone"]);
  const scheme = oneOf(schemeWish, ["light", "dark"]);
  const mode = oneOf(modeWish, ["inline", "fullscreen"]);
  const [said, setSaid] = useState<string[]>([]);
  const [waiting, setWaiting] = useState(false);
  const { place, state, height, note, misfit, reload } = usePreview({
    app,
    layouts,
    readOnly,
    host,
    waiting,
    surroundings: {
      theme: scheme,
      locale,
      displayMode: mode,
      width: widths[size],
      maxHeight: mode === "fullscreen" ? 640 : 4000,
    },
    on: {
      message: (text) => setSaid((all) => [...all, text].slice(-5)),
      open: (href) => toast({ title: "The widget opens a page", text: href }),
      display: (next) => (setMode(next), next),
    },
  });
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setWaiting(false), 1400);
    return () => clearTimeout(timer);
  }, [waiting]);
  const replay = () => {
    setSaid([]);
    setWaiting(true);
    reload();
  };
  return (
    <section aria-label="Preview" className="grid gap-3 min-w-0 content-start">
      <div className="flex flex-wrap items-center gap-2">
        {!seeded && (
          <Segmented
            label="Host"
            hideLabel
            size="small"
            value={host}
            onChange={setHost}
            options={[
              { value: "chatgpt", label: "ChatGPT" },
              { value: "mcp", label: "MCP Apps" },
            ]}
          />
        )}
        <Segmented
          className="ml-auto"
          label="Device"
          hideLabel
          size="small"
          value={size}
          onChange={setSize}
          options={[
            {
              value: "desktop",
              label: <span className="sr-only">Desktop</span>,
              title: "Desktop",
              icon: <Monitor size={16} aria-hidden="true" />,
            },
            {
              value: "phone",
              label: <span className="sr-only">Phone</span>,
              title: "Phone",
              icon: <Smartphone size={16} aria-hidden="true" />,
            },
          ]}
        />
        <Segmented
          label="Appearance"
          hideLabel
          size="small"
          value={scheme}
          onChange={setScheme}
          options={[
            {
              value: "light",
              label: <span className="sr-only">Light</span>,
              title: "Light",
              icon: <Sun size={16} aria-hidden="true" />,
            },
            {
              value: "dark",
              label: <span className="sr-only">Dark</span>,
              title: "Dark",
              icon: <Moon size={16} aria-hidden="true" />,
            },
          ]}
        />
        <Segmented
          label="Display"
          hideLabel
          size="small"
          value={mode}
          onChange={setMode}
          options={[
            {
              value: "inline",
              label: <span className="sr-only">Inline</span>,
              title: "Inline",
              icon: <Square size={15} aria-hidden="true" />,
            },
            {
              value: "fullscreen",
              label: <span className="sr-only">Fullscreen</span>,
              title: "Fullscreen",
              icon: <Maximize2 size={15} aria-hidden="true" />,
            },
          ]}
        />
        <Select
          label="Language"
          hideLabel
          className="w-28"
          value={locales.some(({ value }) => value === locale) ? locale : "en-US"}
          options={locales}
          onChange={(e) => setLocale(e.target.value)}
        />
        <IconButton
          label="Play the conversation again"
          icon={<RotateCw size={16} aria-hidden="true" />}
          onClick={replay}
        />
      </div>
      {note && <Notice tone={misfit ? "warn" : "info"}>{note}</Notice>}
      <Conversation
        host={host}
        width={widths[size]}
        phone={size === "phone"}
        scheme={scheme}
        mode={mode}
        onInline={() => setMode("inline")}
        waiting={waiting}
        called={!note}
        said={said}
        state={state}
        height={height}
        place={place}
        onRetry={reload}
      />
      {tableOf(toolsOf(app)[0]?.handler) && (
        <Suspense fallback={null}>
          <Unshown app={app} layouts={layouts} />
        </Suspense>
      )}
    </section>
  );
}

const systemScheme = () => {
  const set = document.documentElement.dataset["theme"];
  return set === "light" || set === "dark"
    ? set
    : matchMedia("(prefers-color-scheme: dark)").matches
      ? "dark"
      : "light";
};
