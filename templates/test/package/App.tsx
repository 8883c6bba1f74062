// What somebody writes who has installed the package: a component with every hook, and every method of the host. It is compiled
// in an empty project; what is marked as an error must be one, or the types would be none.
import {
  type Host,
  mount,
  type ToolResult,
  Unsupported,
  useCan,
  useDisplayMode,
  useHost,
  useLocale,
  useMaxHeight,
  useSafeArea,
  useTheme,
  useToolInput,
  useToolOutput,
  useToolResponseMetadata,
  useUserAgent,
  useView,
  useWidgetState,
} from "@chatui/runtime";
import { Frame } from "@chatui/runtime/ui";
import type { VNode } from "preact";

export function App(): VNode {
  const input: Record<string, unknown> | null = useToolInput();
  const output: unknown = useToolOutput();
  const meta: Record<string, unknown> | null = useToolResponseMetadata();
  const theme: "light" | "dark" = useTheme();
  const mode: "inline" | "fullscreen" | "pip" = useDisplayMode();
  const height: number | null = useMaxHeight();
  const locale: string = useLocale();
  const agent: unknown = useUserAgent();
  const { top, right, bottom, left } = useSafeArea();
  const view: unknown = useView();
  const [state, setState] = useWidgetState({ pressed: 0 });
  const host = useHost();
  // @ts-expect-error a theme is no number
  const none: number = useTheme();
  const insets: number = top + right + bottom + left;
  const said = [input, output, meta, theme, mode, height, locale, agent, insets, view, state.pressed, none === 0];
  return (
    <Frame label="App" skeleton={null}>
      <p>{JSON.stringify(said)}</p>
      <button
        type="button"
        disabled={!useCan("callTool")}
        onClick={() => void setState({ pressed: state.pressed + 1 })}
      >
        Press
      </button>
      <button type="button" onClick={() => void all(host)}>
        All
      </button>
    </Frame>
  );
}

/** Asks everything of the host that the bridge has. */
async function all(host: Host): Promise<void> {
  const result: ToolResult = await host.callTool("show", { a: 1 }, ({ progress }) => console.log(progress + 1));
  // @ts-expect-error a message is an object
  void host.sendFollowUpMessage("Hello").catch(() => {});
  await host.sendFollowUpMessage({ prompt: String(result.isError) });
  const { fileId }: { fileId: string } = await host.uploadFile(new File([], "empty"));
  const { downloadUrl }: { downloadUrl: string } = await host.getFileDownloadUrl({ fileId });
  await host.openExternal({ href: downloadUrl });
  await host.requestDisplayMode({ mode: "fullscreen" });
  await host.requestModal({ title: "More" });
  host.notifyIntrinsicHeight({ height: 100 });
  await host.setWidgetState({ fileId });
  await host.requestClose().catch((cause: unknown) => console.log(cause instanceof Unsupported));
}

mount("app", <App />);
