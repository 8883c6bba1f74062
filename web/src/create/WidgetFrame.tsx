import clsx from "clsx";
import { Monitor, Moon, Smartphone, Sun } from "lucide-react";
import { useState, type ReactNode } from "react";
import { layoutPreviewURL, type SentTheme } from "~/api/layouts";
import { useStore } from "~/api/store";
import { theme as chosenTheme } from "~/shell/theme";
import { IconButton } from "~/ui";

interface Props {
  layout: string;
  theme?: SentTheme | undefined;
  /** Absent: the layout's sample. */
  data?: unknown;
  title: string;
  /** What stands before the frame, where several things may be looked at. */
  choice?: ReactNode;
}

/** The document that ships, in a sandbox: in light or dark, on a phone or wide. */
export function WidgetFrame({ layout, theme, data, title, choice }: Props) {
  const system = useStore(chosenTheme);
  const [dark, setDark] = useState(() =>
    system === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : system === "dark",
  );
  const [phone, setPhone] = useState(false);
  return (
    <section aria-label="Preview" className="rounded-card border border-line bg-sunken overflow-hidden">
      <div className="flex items-center justify-between gap-2 pl-4 pr-2 py-1 border-b border-line bg-surface">
        {choice ?? <h2 className="text-sm font-medium text-muted">Preview</h2>}
        <div className="flex">
          <IconButton
            className="max-sm:hidden"
            label={phone ? "Show it wide" : "Show it on a phone"}
            aria-pressed={phone}
            onClick={() => setPhone(!phone)}
            icon={phone ? <Monitor size={18} aria-hidden="true" /> : <Smartphone size={18} aria-hidden="true" />}
          />
          <IconButton
            label={dark ? "Show it in light" : "Show it in the dark"}
            aria-pressed={dark}
            onClick={() => setDark(!dark)}
            icon={dark ? <Sun size={18} aria-hidden="true" /> : <Moon size={18} aria-hidden="true" />}
          />
        </div>
      </div>
      <div className="p-3 sm:p-5 grid justify-items-center">
        <div
          className={clsx(
            "w-full rounded-xl border border-line overflow-hidden bg-surface",
            phone && "max-w-[24.375rem]",
          )}
        >
          {/* The frame's colour scheme is what the document in it takes for the system's. */}
          <iframe
            key={`${layout}-${dark}`}
            title={title}
            src={layoutPreviewURL(layout, { theme, data })}
            sandbox="allow-scripts"
            referrerPolicy="no-referrer"
            style={{ colorScheme: dark ? "dark" : "light" }}
            className="block h-96 sm:h-[34rem] w-full"
          />
        </div>
      </div>
    </section>
  );
}
