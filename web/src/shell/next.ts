/** Where to go after signing in: a path of ours and nothing else. */
export const safeNext = (next: unknown): string | undefined =>
  typeof next === "string" && /^\/(?![/\\])/.test(next) && !/^\/(signin|signup)/.test(next) ? next : undefined;
