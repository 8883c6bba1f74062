import clsx from "clsx";
import { Check, RotateCcw } from "lucide-react";
import { useState } from "react";
import { Badge, Button, Field, IconButton, Segmented, controlClass } from "~/ui";
import { useDraftSession, useField, useHeld } from "../draft/useDraft";
import { colourOf, colours, judge, presetOf, presets, withColour, withValue, type Colour, type Mode } from "./palette";

/** How the widget looks: a ready theme, and what is different. */
export function Theme({ readOnly }: { readOnly: boolean }) {
  const session = useDraftSession();
  const theme = useField("themeVariables");
  const [mode, setMode] = useState<Mode>("light");
  const preset = presetOf(theme);
  const set = (next: typeof theme, key: string) => session.edit({ themeVariables: next }, `theme ${key}`);
  const changed = Object.keys(theme).some((key) => key !== "preset");
  return (
    <div className="grid gap-6">
      <section aria-labelledby="ready" className="grid gap-3">
        <h2 id="ready" className="font-medium text-sm">
          Ready themes
        </h2>
        <ul className="grid grid-cols-2 sm:grid-cols-3 gap-2.5">
          {presets.map((p) => {
            const on = p.name === preset.name;
            return (
              <li key={p.name}>
                <button
                  type="button"
                  aria-pressed={on}
                  disabled={readOnly}
                  data-path={on ? "themeVariables" : undefined}
                  onClick={() => session.edit({ themeVariables: p.name === "default" ? {} : { preset: p.name } })}
                  className={clsx(
                    "w-full rounded-control border bg-surface p-2.5 grid gap-2 text-left",
                    on ? "border-accent outline-2 -outline-offset-2 outline-accent" : "border-line hover:border-edge",
                  )}
                >
                  <span
                    className="flex rounded-md overflow-hidden border border-line h-9 forced-color-adjust-none"
                    aria-hidden="true"
                  >
                    {(["light", "dark"] as const).map((m) => (
                      <span
                        key={m}
                        className="flex-1 flex items-center justify-center gap-1"
                        style={{ background: p[m].surface }}
                      >
                        <span className="size-3.5 rounded-full" style={{ background: p[m].accent }} />
                        <span className="w-4 h-1.5 rounded" style={{ background: p[m].text }} />
                      </span>
                    ))}
                  </span>
                  <span className="text-sm font-medium flex items-center gap-1">
                    {p.title}
                    {on && <Check size={15} className="text-accent" aria-hidden="true" />}
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
        {changed && !readOnly && (
          <div>
            <Button
              size="small"
              look="quiet"
              icon={<RotateCcw size={14} aria-hidden="true" />}
              onClick={() => session.edit({ themeVariables: preset.name === "default" ? {} : { preset: preset.name } })}
            >
              Back to {preset.title} as it is
            </Button>
          </div>
        )}
      </section>
      <section aria-labelledby="colours" className="grid gap-3">
        <div className="flex items-center justify-between gap-3 flex-wrap">
          <h2 id="colours" className="font-medium text-sm">
            Colours
          </h2>
          <Segmented
            label="Colours for"
            hideLabel
            size="small"
            value={mode}
            onChange={(next: Mode) => setMode(next)}
            options={[
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
            ]}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          {colours.map((colour) => (
            <ColourField key={`${mode}.${colour}`} mode={mode} colour={colour} readOnly={readOnly} />
          ))}
        </div>
        <Elsewhere mode={mode} onShow={() => setMode(mode === "light" ? "dark" : "light")} />
      </section>
      <div className="grid gap-5 sm:grid-cols-2">
        <Slider
          label="Corners"
          path="themeVariables.radius"
          value={theme.radius ?? preset.radius}
          min={0}
          max={24}
          step={1}
          text={(v) => `${v} px`}
          disabled={readOnly}
          onChange={(radius) => set(withValue(theme, "radius", radius), "radius")}
        />
        <Slider
          label="Text size"
          path="themeVariables.scale"
          value={theme.scale ?? preset.scale}
          min={0.875}
          max={1.25}
          step={0.0625}
          text={(v) => `${Math.round(v * 100)} %`}
          disabled={readOnly}
          onChange={(scale) => set(withValue(theme, "scale", scale), "scale")}
        />
        <Segmented
          label="Density"
          path="themeVariables.density"
          disabled={readOnly}
          value={theme.density || preset.density}
          onChange={(density) => set(withValue(theme, "density", density), "")}
          options={[
            { value: "compact", label: "Compact" },
            { value: "regular", label: "Regular" },
            { value: "relaxed", label: "Relaxed" },
          ]}
        />
        <Segmented
          label="Font"
          path="themeVariables.font"
          disabled={readOnly}
          value={theme.font || preset.font}
          onChange={(font) => set(withValue(theme, "font", font), "")}
          options={[
            { value: "system", label: "System" },
            { value: "serif", label: <span className="font-serif">Serif</span> },
            { value: "mono", label: <span className="font-mono">Mono</span> },
          ]}
        />
      </div>
    </div>
  );
}

const labels: Record<Colour, string> = { accent: "Accent", surface: "Surface", text: "Text", muted: "Muted text" };

function ColourField({ mode, colour, readOnly }: { mode: Mode; colour: Colour; readOnly: boolean }) {
  const session = useDraftSession();
  const theme = useField("themeVariables");
  const at = `${mode}.${colour}`;
  const held = useHeld("themeVariables", at);
  const value = colourOf(theme, mode, colour);
  const own = theme[mode]?.[colour] !== undefined;
  const wellFormed = /^#[0-9a-f]{6}$/i.test(value);
  const judged = colour === "surface" ? null : judge(theme, mode, colour);
  const set = (next: string) =>
    session.edit({ themeVariables: withColour(session.get().draft.themeVariables, mode, colour, next) }, `theme ${at}`);
  const aside = judged && <Badge tone={judged.passes ? "good" : "bad"}>{judged.ratio.toFixed(2)} : 1</Badge>;
  const error = held
    ? held
    : judged && !judged.passes
      ? `Hard to read on the surface: ${judged.needed} : 1 is needed.`
      : "";
  return (
    <div className="grid gap-2 content-start">
      <Field label={labels[colour]} aside={aside} error={error}>
        {(control) => (
          <span className="flex gap-2">
            <input
              type="color"
              aria-label={`Choose ${labels[colour].toLowerCase()}, ${mode}`}
              disabled={readOnly}
              value={wellFormed ? value.toLowerCase() : "#000000"}
              onChange={(e) => set(e.target.value)}
              className="target aspect-square shrink-0 rounded-control border border-edge bg-surface p-1"
            />
            <input
              {...control}
              data-path={`themeVariables.${at}`}
              className={clsx(controlClass, "font-mono")}
              readOnly={readOnly}
              spellCheck={false}
              autoComplete="off"
              value={value}
              onChange={(e) => set(e.target.value)}
            />
            {own && !readOnly && (
              <IconButton
                label={`Back to the ready theme’s ${labels[colour].toLowerCase()}`}
                icon={<RotateCcw size={15} aria-hidden="true" />}
                className="text-muted"
                onClick={() => set("")}
              />
            )}
          </span>
        )}
      </Field>
      {judged?.better && !readOnly && (
        <div>
          <Button size="small" onClick={() => set(judged.better ?? "")}>
            <span
              className="size-4 rounded-full border border-line forced-color-adjust-none"
              style={{ background: judged.better }}
              aria-hidden="true"
            />
            Use <code>{judged.better}</code>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Says so when colours of the mode that is not in sight cannot be read. */
function Elsewhere({ mode, onShow }: { mode: Mode; onShow(): void }) {
  const theme = useField("themeVariables");
  const other: Mode = mode === "light" ? "dark" : "light";
  const bad = (["accent", "text", "muted"] as const).filter((colour) => judge(theme, other, colour)?.passes === false);
  if (!bad.length) return null;
  return (
    <p className="text-sm text-bad">
      In {other}, {bad.map((c) => labels[c].toLowerCase()).join(" and ")} cannot be read well.{" "}
      <button type="button" className="link" onClick={onShow}>
        Show {other}
      </button>
    </p>
  );
}

interface SliderProps {
  label: string;
  path: string;
  value: number;
  min: number;
  max: number;
  step: number;
  disabled: boolean;
  text(value: number): string;
  onChange(value: number): void;
}

function Slider({ label, path, value, text, onChange, ...rest }: SliderProps) {
  return (
    <Field label={label} aside={<span className="tabular-nums">{text(value)}</span>}>
      {(control) => (
        <input
          {...control}
          {...rest}
          type="range"
          data-path={path}
          value={value}
          aria-valuetext={text(value)}
          onChange={(e) => onChange(Number(e.target.value))}
          className="target w-full accent-(--accent)"
        />
      )}
    </Field>
  );
}
