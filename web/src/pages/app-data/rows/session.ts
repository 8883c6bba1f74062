import type { Column } from "~/api/tables";
import { isProblem, Unreachable } from "~/api/problem";
import { erase, returned } from "./erase";
import { complete, faultsOf } from "./faults";
import { Known } from "./known";
import { before, cellKey, changed, lineOf, without, type Change, type Fault, type Line, type Values } from "./line";
import { merged } from "./merge";
import { readRows, stillThere } from "./reread";
import { settled } from "./settled";
import { begun, leftOf, unsavedIn, type Left, type Own, type State } from "./state";
import { done, forgotten, inverse, touchedBy, type Step, type Steps } from "./steps";
import type { Clash, World } from "./world";

const nothing: ReadonlySet<string> = new Set();
const atOnce = 4;
let added = 0;

/**
 * One person's work on the rows of one table as it is filtered and sorted: rows come in pages as they are wanted; what is
 * typed is shown at once, saved row by row, and can be taken back. What is refused stays in its cell with the reason; what
 * somebody else stored in the same cell meanwhile is shown instead, and said. Other people's work comes with renew.
 */
export class RowsSession {
  private listeners = new Set<() => void>();
  private cursor: string | null | undefined;
  private wanted = 0;
  private reading: Promise<void> | undefined;
  private pending = new Map<string, Values>();
  private sending = new Map<string, Promise<void>>();
  private known = new Known();
  private clashes = new Set<Clash>();
  /** Counts what was done here: what was read before it says nothing about what it changed. */
  private moves = 0;
  private removing = 0;
  private state = begun;

  constructor(
    private readonly world: World,
    private columns: readonly Column[],
    left?: Left,
  ) {
    if (!left) return;
    const { lines, faults } = left;
    this.known = left.known;
    this.state = { ...this.state, lines, faults, total: lines.length };
    for (const { key, id, values } of lines) if (!id) this.pending.set(key, values);
  }

  get = (): State => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Takes note of columns that were changed. */
  reshape(columns: readonly Column[]): void {
    this.columns = columns;
  }

  /** Reads pages until there are so many lines, or no more. */
  want(count: number): Promise<void> {
    this.wanted = Math.max(this.wanted, count);
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  /** Whether all rows are here. */
  whole = (): boolean => this.cursor === null;

  /** Changes cells, as one step. */
  edit(changes: readonly Change[]): void {
    const lines = this.byKey();
    const known = changes.filter(({ key }) => lines.has(key));
    if (!known.length) return;
    const old = known.map(({ key, values }) => ({ key, values: before(lines.get(key) as Line, Object.keys(values)) }));
    this.note({ is: "edited", before: old, after: known });
    this.apply(known);
  }

  /** Notes text that cannot be a cell's value; what the cell held is kept on the server. */
  refuse(key: string, column: string, fault: Fault): void {
    this.moves++;
    this.begin(key, [column]);
    this.set({ faults: new Map(this.state.faults).set(cellKey(key, column), fault) });
  }

  /** Adds lines at the top; each is saved once its required cells are filled. Answers their keys. */
  add(rows: readonly Values[]): string[] {
    const lines = rows.map((values): Line => ({ key: `new-${++added}`, id: "", values }));
    this.note({ is: "added", lines });
    this.insert(lines);
    return lines.map(({ key }) => key);
  }

  async remove(keys: readonly string[]): Promise<void> {
    const gone = new Set(keys);
    const lines = this.state.lines.filter(({ key }) => gone.has(key));
    this.note({ is: "removed", lines });
    await this.drop(lines);
  }

  undo = (): Promise<void> => this.step("past", "future");
  redo = (): Promise<void> => this.step("future", "past");

  /** Sends what is not saved. Ends when nothing is under way. */
  async flush(): Promise<void> {
    for (;;) {
      for (const key of this.pending.keys()) {
        if (this.sending.size >= atOnce) break;
        if (this.sending.has(key) || !this.complete(key)) continue;
        this.sending.set(
          key,
          this.send(key).finally(() => this.sending.delete(key)),
        );
      }
      if (!this.sending.size) break;
      this.set({ saving: "saving" });
      await Promise.race([...this.sending.values()]);
      if (this.state.saving === "offline") {
        await Promise.all(this.sending.values());
        return;
      }
    }
    this.set({ saving: "saved" });
  }

  /** Whether something typed is not on the server. */
  unsaved = (): boolean =>
    this.sending.size > 0 ||
    [...this.pending.keys()].some((key) => Object.keys(this.line(key)?.values ?? {}).length > 0);

  /** Whether what is here must not be dropped without a word. */
  unfinished = (): boolean => this.unsaved() || this.state.faults.size > 0;

  /** New rows that lack something, and rows with a cell that was refused: what goes on when other rows are asked for. */
  left = (): Left =>
    leftOf(
      this.state,
      this.columns,
      this.known,
      ({ key, id, values }) => !id && !this.sending.has(key) && !this.complete(key) && Object.keys(values).length > 0,
    );

  /**
   * Reads again the rows that are here, and takes over what came, went and changed: not where something of this page is
   * not saved, and not at all unless it may by then.
   */
  async renew(may: () => boolean): Promise<void> {
    while (this.reading) await this.reading;
    const work = this.readAgain(may);
    const on = () => this.read();
    this.reading = work.then(on, on).finally(() => (this.reading = undefined));
    await work;
  }

  /** Puts back into its cells what the person had typed. */
  putMine = ({ line, mine }: Clash): void => this.edit([{ key: line.key, values: mine }]);

  /** Whether nothing was decided about a clash yet. */
  open = (clash: Clash): boolean => this.clashes.has(clash);

  private async readAgain(may: () => boolean): Promise<void> {
    await this.flush();
    const { moves } = this;
    const count = this.state.lines.filter(({ id }) => id).length;
    const { fresh, nextCursor, total } = await readRows(this.world, count);
    const own = this.own();
    const there = new Set(fresh.map(({ id }) => id));
    const touched = new Set([...own.keys(), ...touchedBy(this.state.steps)]);
    const missing = this.state.lines.filter(({ key, id }) => id && !there.has(id) && touched.has(key));
    const apart = await stillThere(this.world, missing);
    if (moves !== this.moves || this.removing || this.sending.size || !may()) return;

    const { lines, seen, cells } = merged(this.state.lines, fresh, own, apart);
    for (const [key, values] of seen) this.known.see(key, values);
    const kept = new Set(lines.map(({ key }) => key));
    const gone = new Set(this.state.lines.filter(({ key }) => !kept.has(key)).map(({ key }) => key));
    for (const key of gone) this.known.forget(key);
    this.settle((clash) => gone.has(clash.line.key));
    this.cursor = nextCursor;
    const unsaved = lines.filter(({ id }) => !id).length;
    this.set({
      lines,
      total: nextCursor === null ? lines.length : Math.max(total + unsaved, lines.length),
      failure: null,
      steps: forgotten(this.state.steps, cells, gone),
    });
  }

  private own = (): Own => unsavedIn(this.pending, this.state.faults);

  private async read(): Promise<void> {
    while (this.cursor === undefined || (this.cursor !== null && this.state.lines.length < this.wanted)) {
      this.set({ loading: true, failure: null });
      try {
        const { items, nextCursor, total } = await this.world.page(this.cursor);
        this.cursor = nextCursor;
        const known = new Set(this.state.lines.map(({ id }) => id));
        const fresh = items.filter(({ id }) => !known.has(id)).map(lineOf);
        for (const { key, values } of fresh) this.known.see(key, values);
        const unsaved = this.state.lines.filter(({ id }) => !id).length;
        const lines = [...this.state.lines, ...fresh];
        this.set({ lines, total: Math.max(total + unsaved, lines.length), loading: false });
      } catch (failure) {
        this.set({ loading: false, failure });
        return;
      }
    }
    this.set({ loading: false });
  }

  private async step(from: keyof Steps, to: keyof Steps): Promise<void> {
    const step = this.state.steps[from].at(-1);
    if (!step) return;
    const { steps } = this.state;
    this.set({ steps: { ...steps, [from]: steps[from].slice(0, -1), [to]: [...steps[to], step] } });
    const act = from === "past" ? inverse(step) : step;
    if (act.is === "edited") this.apply(act.after);
    else if (act.is === "added") this.insert(act.lines.map((line) => ({ ...line, id: "" })));
    else {
      const keys = new Set(act.lines.map(({ key }) => key));
      await this.drop(this.state.lines.filter(({ key }) => keys.has(key)));
    }
  }

  private insert(lines: readonly Line[]): void {
    this.moves++;
    for (const { key, values } of lines) this.pending.set(key, values);
    this.set({ lines: [...lines, ...this.state.lines], total: this.state.total + lines.length });
    void this.flush();
  }

  private apply(changes: readonly Change[]): void {
    this.moves++;
    const by = new Map(changes.map(({ key, values }) => [key, values]));
    const faults = new Map(this.state.faults);
    this.settle(({ line, mine }) => Object.keys(mine).some((name) => name in (by.get(line.key) ?? {})));
    for (const { key, values } of changes) {
      this.begin(key, Object.keys(values));
      this.pending.set(key, { ...this.pending.get(key), ...values });
      for (const name of Object.keys(values)) faults.delete(cellKey(key, name));
    }
    this.set({
      lines: this.state.lines.map((line) => (by.has(line.key) ? changed(line, by.get(line.key) ?? {}) : line)),
      faults,
    });
    void this.flush();
  }

  /** Takes note of what the cells show before they are changed. */
  private begin(key: string, names: readonly string[]): void {
    const line = this.line(key);
    if (line) this.known.begin(key, before(line, names));
  }

  /** Forgets clashes that are decided. */
  private settle(decided: (clash: Clash) => boolean): void {
    for (const clash of [...this.clashes]) if (decided(clash)) this.clashes.delete(clash);
  }

  private async drop(lines: readonly Line[]): Promise<void> {
    this.removing++;
    try {
      await this.take(lines);
    } finally {
      this.removing--;
      this.moves++;
    }
  }

  private async take(lines: readonly Line[]): Promise<void> {
    const keys = new Set(lines.map(({ key }) => key));
    for (const key of keys) this.pending.delete(key);
    await Promise.all([...keys].flatMap((key) => this.sending.get(key) ?? []));
    const stay = this.state.lines.filter(({ key }) => !keys.has(key));
    const ids = this.state.lines.filter(({ key, id }) => keys.has(key) && id);
    const was = this.state;
    this.settle(({ line }) => keys.has(line.key));
    this.set({ lines: stay, total: was.total - lines.length });
    const results = await settled(ids, (line) => erase(this.world, this.known, line), atOnce);
    const failed = results.findIndex((r) => r.status === "rejected" && !isProblem(r.reason, "NOT_FOUND"));
    if (ids.length) this.world.onServer();
    if (failed < 0) return;
    // Those that are still there come back to where they were.
    const kept = new Set(ids.filter((_, i) => results[i]?.status === "rejected").map(({ key }) => key));
    const past = this.state.steps.past.filter((s) => s.is !== "removed" || s.lines !== lines);
    this.set({
      lines: returned(was.lines, keys, kept, this.known),
      total: was.total - lines.length + kept.size,
      steps: { ...this.state.steps, past },
    });
    throw (results[failed] as PromiseRejectedResult).reason;
  }

  private complete = (key: string): boolean => complete(this.line(key), this.columns);

  private async send(key: string): Promise<void> {
    const line = this.line(key);
    let values = this.pending.get(key) ?? {};
    this.pending.delete(key);
    if (!line) return;
    try {
      if (!line.id) {
        const [row] = await this.world.create([line.values]);
        this.known.forget(key);
        if (row) this.saved(key, { ...row.values, ...line.values }, row.id, row.values);
        return this.world.onServer();
      }
      let stale = !this.known.tag(key);
      for (;;) {
        if (stale) {
          const { row, tag } = await this.world.row(line.id);
          this.known.see(key, row.values, tag);
        }
        values = this.yielded(key, values);
        if (!Object.keys(values).length) return;
        try {
          const { row, tag } = await this.world.patch(line.id, values, this.known.tag(key));
          this.saved(key, values, row.id, row.values, tag);
          return this.world.onServer();
        } catch (failure) {
          if (!isProblem(failure, "PRECONDITION_FAILED")) throw failure;
          stale = true;
        }
      }
    } catch (failure) {
      this.failed(key, values, failure);
    }
  }

  /** Shows what somebody else stored in cells that were changed here meanwhile; answers what is left to send. */
  private yielded(key: string, values: Values): Values {
    const later = this.pending.get(key) ?? {};
    const all = { ...values, ...later };
    const names = this.known.clashes(key, all);
    const line = this.line(key);
    if (!names.length || !line) return values;
    const next = changed(line, before({ ...line, values: this.known.values(key) }, names));
    const clash = { line: next, mine: Object.fromEntries(names.map((name) => [name, all[name]])) };
    const rest = without(later, names);
    if (Object.keys(rest).length) this.pending.set(key, rest);
    else this.pending.delete(key);
    this.known.end(key, names);
    this.clashes.add(clash);
    this.set({
      lines: this.state.lines.map((one) => (one.key === key ? next : one)),
      steps: forgotten(this.state.steps, new Set(names.map((name) => cellKey(key, name))), nothing),
    });
    this.world.onClash(clash);
    return without(values, names);
  }

  /** What was sent, and not changed since, is now what the server made of it. */
  private saved(key: string, sent: Values, id: string, values: Values, tag?: string): void {
    const names = Object.keys(sent);
    const own = this.own().get(key) ?? nothing;
    this.known.see(key, values, tag);
    this.known.end(key, names);
    const cells = (mine: boolean) =>
      before(
        { key, id, values },
        names.filter((name) => own.has(name) === mine),
      );
    this.known.begin(key, cells(true));
    const made = cells(false);
    this.set({ lines: this.state.lines.map((line) => (line.key === key ? changed({ ...line, id }, made) : line)) });
  }

  private failed(key: string, values: Values, failure: unknown): void {
    if (failure instanceof Unreachable) {
      this.pending.set(key, { ...values, ...this.pending.get(key) });
      return this.set({ saving: "offline" });
    }
    const faults = new Map(this.state.faults);
    const found = faultsOf(failure, Object.keys(values));
    for (const [name, message] of found) faults.set(cellKey(key, name), { message });
    // One cell that is refused does not hold up the others of a row that is there already.
    const rest = without(
      values,
      found.map(([name]) => name),
    );
    if (this.line(key)?.id && Object.keys(rest).length) this.pending.set(key, { ...rest, ...this.pending.get(key) });
    this.set({ faults });
  }

  private line = (key: string): Line | undefined => this.state.lines.find((line) => line.key === key);
  private byKey = () => new Map(this.state.lines.map((line) => [line.key, line]));

  private note(step: Step): void {
    this.set({ steps: done(this.state.steps, step) });
  }

  private set(changes: Partial<State>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of [...this.listeners]) listener();
  }
}
