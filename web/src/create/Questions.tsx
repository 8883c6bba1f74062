import type { NewApp } from "./draft";

/** What a description leaves open, each with sentences that settle it, and what the rows of the draft are. */
export function Questions({ draft, onPick }: { draft: NewApp; onPick(choice: string): void }) {
  return (
    <div className="grid gap-3 empty:hidden">
      {draft.exampleData && (
        <p className="text-sm text-muted">
          The rows are examples and say so. Paste your own below, or type them in once the app is made.
        </p>
      )}
      {(draft.questions ?? []).map((question) => (
        <div key={question.text} role="group" aria-label={question.text ?? ""} className="grid gap-2">
          <p className="text-sm font-medium">{question.text}</p>
          <ul className="flex flex-wrap gap-2">
            {(question.choices ?? []).map((choice) => (
              <li key={choice}>
                <button
                  type="button"
                  onClick={() => onPick(choice)}
                  className="target px-3 rounded-full border border-line text-sm hover:border-edge hover:bg-hover text-left"
                >
                  {choice}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
