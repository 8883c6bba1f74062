import { differing, without, type Values } from "./line";

/** What the rows hold on the server, as far as this page knows, and what their cells showed before the person changed them. */
export class Known {
  private rows = new Map<string, { values: Values; tag: string }>();
  private bases = new Map<string, Values>();

  /** Names the state of a row that is known; "" when there is no name for it. */
  tag = (key: string): string => this.rows.get(key)?.tag ?? "";

  values = (key: string): Values => this.rows.get(key)?.values ?? {};

  /** Takes note of what a row holds. A page of rows names no states: the name that is known holds while nothing changes. */
  see(key: string, values: Values, tag?: string): void {
    const last = this.rows.get(key);
    const named = last && !differing(last.values, values).length ? last.tag : "";
    this.rows.set(key, { values, tag: tag ?? named });
  }

  /** Takes note of what cells show before they are changed, unless they are being changed already. */
  begin(key: string, shown: Values): void {
    this.bases.set(key, { ...shown, ...this.bases.get(key) });
  }

  /** These cells hold what is on the server again. */
  end(key: string, names: readonly string[]): void {
    this.bases.set(key, without(this.bases.get(key) ?? {}, names));
  }

  forget(key: string): void {
    this.rows.delete(key);
    this.bases.delete(key);
  }

  /** Those of one's own cells into which somebody else has put something else meanwhile. */
  clashes(key: string, mine: Values): string[] {
    const base = this.bases.get(key) ?? {};
    const names = Object.keys(mine).filter((name) => name in base);
    return differing(base, this.values(key), names).filter(
      (name) => differing(mine, this.values(key), [name]).length > 0,
    );
  }

  /** What is known of some rows. */
  of(keys: readonly string[]): Known {
    const part = new Known();
    for (const key of keys) {
      const row = this.rows.get(key);
      if (row) part.rows.set(key, row);
      part.bases.set(key, this.bases.get(key) ?? {});
    }
    return part;
  }
}
