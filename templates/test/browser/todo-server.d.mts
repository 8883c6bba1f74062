/** log receives ["callTool", name, args] for every call. */
export function todoServer(log: unknown[]): (name: string, args: Record<string, unknown>) => Promise<Record<string, unknown>>;
