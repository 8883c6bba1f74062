/** The name of a key. "Mod" is Command on a Mac and Ctrl elsewhere. */
export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="inline-flex gap-0.5">
      {keys.map((key) => (
        <kbd key={key} className="rounded border border-line bg-sunken px-1.5 text-xs text-muted leading-5">
          {key === "Mod" ? (mac ? "⌘" : "Ctrl") : key}
        </kbd>
      ))}
    </span>
  );
}

const mac = /Mac|iPhone|iPad/.test(navigator.platform);
