import { Component, type ComponentChildren, render, type VNode } from "preact";
import { connect, readConfig } from "./connect.ts";
import type { Host } from "./host.ts";
import { HostContext } from "./hooks.ts";
import { wearLook } from "./look.ts";
import { Notice } from "./ui/notice.tsx";

/** Renders a widget into #app: finds the host, keeps the document in step with it and reports the height. */
export function mount(name: string, widget: VNode, win: Window = window): Host {
  const host = connect(win, name, readConfig(win.document));
  const root = win.document.documentElement;
  const wear = wearLook(win);
  const follow = (): void => {
    applyDocument(root, host);
    wear(host.get());
  };
  host.subscribe(follow);
  follow();
  render(
    <HostContext.Provider value={host}>
      <Guard>{widget}</Guard>
    </HostContext.Provider>,
    win.document.getElementById("app") as HTMLElement,
  );
  reportHeight(win, host);
  return host;
}

/** The direction of the script that a language is written in: the one that its tag names, else its usual one. */
function direction(locale: string): "rtl" | "ltr" {
  try {
    return /^(Adlm|Arab|Aran|Armi|Hebr|Mand|Nkoo|Rohg|Samr|Syr|Thaa|Yezi)/.test(
      new Intl.Locale(locale).maximize().script ?? "",
    )
      ? "rtl"
      : "ltr";
  } catch {
    return "ltr";
  }
}

/** Theme, language, direction and safe area of the host, written where CSS sees them. */
function applyDocument(root: HTMLElement, host: Host): void {
  const { theme, safeArea, displayMode } = host.get();
  const locale = host.get().locale ?? "en";
  if (theme) root.dataset["theme"] = theme;
  else delete root.dataset["theme"];
  root.dataset["display"] = displayMode;
  root.lang = /^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i.test(locale) ? locale : "en";
  root.dir = direction(locale);
  for (const side of ["top", "right", "bottom", "left"] as const) {
    root.style.setProperty(`--safe-${side}`, `${Number(safeArea[side]) || 0}px`);
  }
}

/** Tells the host the height of the content whenever it changes. */
function reportHeight(win: Window, host: Host): void {
  const report = (): void =>
    host.notifyIntrinsicHeight({ height: Math.ceil(win.document.body.getBoundingClientRect().height) });
  new ResizeObserver(report).observe(win.document.body);
  host.subscribe(report);
}

/** Shows a sentence instead of a blank frame when a widget cannot cope with what it was given. */
class Guard extends Component<{ children: ComponentChildren }, { broken: boolean }> {
  override state = { broken: false };

  static override getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ComponentChildren {
    if (!this.state.broken) return this.props.children;
    return <Notice kind="error" title="This result cannot be shown" text="Its data is not what this view expects." />;
  }
}
