/** The JSON-RPC message of an answer that is JSON, or one event of a stream; null when it is neither. */
export async function messageOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(
      response.headers.get("Content-Type")?.startsWith("text/event-stream")
        ? (/^data: ?(.*)$/m.exec(text)?.[1] ?? "null")
        : text,
    );
  } catch {
    return null;
  }
}
