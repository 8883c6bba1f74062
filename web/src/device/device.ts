const browsers = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;
const systems = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/Windows/, "Windows"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
] as const;

/** What people call the program that a User-Agent stands for: "Chrome on Mac", "curl"; a guess, and nothing to decide by. */
export function deviceOf(userAgent: string): string {
  const browser = browsers.find(([token]) => userAgent.includes(`${token}/`))?.[1];
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (browser) return system ? `${browser} on ${system}` : browser;
  const program = /^[\w.-]+/.exec(userAgent)?.[0];
  return program ? program : "Unknown";
}
