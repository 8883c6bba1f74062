import { ideas } from "./ideas.json";

/** Sentences to begin with. */
export function Ideas({ onPick }: { onPick(idea: string): void }) {
  return (
    <ul aria-label="Ideas" className="flex flex-wrap justify-center gap-2">
      {ideas.map((idea) => (
        <li key={idea}>
          <button
            type="button"
            onClick={() => onPick(idea)}
            className="target px-3 rounded-full border border-line text-sm text-muted hover:text-text hover:border-edge hover:bg-hover text-left"
          >
            {idea}
          </button>
        </li>
      ))}
    </ul>
  );
}
