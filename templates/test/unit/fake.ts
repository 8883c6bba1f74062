/** A window with a parent that a test plays. */
export interface Framed {
  win: Window;
  /** What the widget posted to its parent, oldest first. */
  sent: Record<string, any>[];
  /** Delivers a message; source defaults to the parent. */
  post(data: unknown, source?: unknown): void;
}

export function framed(): Framed {
  const sent: Record<string, any>[] = [];
  const parent = { postMessage: (message: Record<string, any>) => sent.push(message) };
  const target = new EventTarget();
  const win = Object.assign(target, { parent, document, navigator }) as unknown as Window;
  return {
    win,
    sent,
    post: (data, source = parent) => {
      const event = new Event("message");
      Object.assign(event, { data, source });
      target.dispatchEvent(event);
    },
  };
}

export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
