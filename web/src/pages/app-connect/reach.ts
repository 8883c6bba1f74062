/** Who can reach an address: this machine alone, its network, or everybody. */
export type Reach = "machine" | "network" | "internet";

/** Judges an address by its host's name; a guess where a name is private by the network's own rules. */
export function reachOf(url: string): Reach {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "").toLowerCase();
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1" || /^127\./.test(host)) return "machine";
  if (/^10\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\./.test(host) || /^f[cd][0-9a-f]{2}:|^fe80:/.test(host))
    return "network";
  if (/\.(local|internal|lan|home\.arpa)$/.test(host) || !/[.:]/.test(host)) return "network";
  return "internet";
}

/** Clients that run on the internet and call from there, so that they need an address which can be reached from there. */
export const callsFromOutside = (client: string) => client === "chatgpt" || client === "claude";
