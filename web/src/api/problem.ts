import type { components } from "./schema";

export type FieldProblem = components["schemas"]["Problem"];

export interface RowProblem {
  row: number;
  column: string;
  message: string;
}

/** What the server answered instead of doing what was asked (RFC 9457). `message` may be shown to people. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
    readonly fields: readonly FieldProblem[] = [],
    readonly requestId = "",
    /** Seconds, from Retry-After; 0 when the server did not say. */
    readonly retryAfter = 0,
    /** What is wrong in the rows of an import, which are counted from 1. */
    readonly rows: readonly RowProblem[] = [],
  ) {
    super(detail);
  }

  /** What is wrong with a field, by its name in the body ("toolName", "light.accent"); "" when nothing is. */
  field(name: string): string {
    return this.fields
      .filter(({ location }) => nameOf(location) === name)
      .map(({ message }) => asSentence(message))
      .join(" ");
  }

  /** Everything about fields that are none of names, to show above a form. */
  beside(names: readonly string[]): FieldProblem[] {
    return this.fields.filter(({ location }) => !names.includes(nameOf(location)));
  }
}

/** The server did not answer: it is down, or the network is. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
  constructor(options?: ErrorOptions) {
    super("Berth cannot be reached.", options);
  }
}

/** The server's messages go on after the field's name; beside the field they stand alone. */
export const asSentence = (message: string) =>
  message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? "" : ".");

const nameOf = (location: string) => location.replace(/^(body|query|path|header)\./, "");

/** The failure that a response stands for. error is its body, parsed when it was JSON. */
export function problemOf(response: Response, error: unknown): ApiProblem | Unreachable {
  const p =
    error && typeof error === "object"
      ? (error as Partial<components["schemas"]["Failure"]> & { problems?: readonly RowProblem[] })
      : {};
  if (!p.code && [502, 503, 504].includes(response.status)) return new Unreachable(); // a proxy, not Berth
  return new ApiProblem(
    response.status,
    p.code ?? "INTERNAL",
    p.detail || "Something went wrong on our side.",
    p.errors ?? [],
    p.requestId ?? response.headers.get("X-Request-Id") ?? "",
    Number(response.headers.get("Retry-After")) || 0,
    p.problems ?? [],
  );
}

/** A sentence for people about anything that was thrown. */
export function sentence(failure: unknown): string {
  if (failure instanceof Unreachable) return "Berth cannot be reached. Try again in a moment.";
  if (failure instanceof ApiProblem) {
    if (failure.status === 429 && failure.retryAfter)
      return `${failure.message} Try again in ${failure.retryAfter} seconds.`;
    return failure.message;
  }
  return "Something went wrong in this page.";
}

export const isProblem = (failure: unknown, ...codes: string[]): failure is ApiProblem =>
  failure instanceof ApiProblem && (codes.length === 0 || codes.includes(failure.code));
