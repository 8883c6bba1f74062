import type { App } from "~/api/apps";
import type { Schemas, Tagged } from "~/api/client";
import { asSentence, isProblem, Unreachable } from "~/api/problem";
import { equal } from "./equal";
import { faultsOf, slugTaken } from "./faults";
import { changesOf, differing, draftOf, fieldNames, fieldOf, type Draft, type FieldName } from "./fields";
import { emptyHistory, record, redo, undo, type History } from "./history";
import type { Kept } from "./kept";
import { merge, type Merge } from "./merge";

/** How the draft stands with the server. "held": all is saved but what the server refuses. */
export type Saving =
  { is: "saved" | "waiting" | "saving" | "held" | "offline" | "conflict" } | { is: "failed"; failure: unknown };

/** A change that somebody else saved first, to choose from. */
export interface Conflict extends Merge<Draft> {
  theirs: Tagged<Draft>;
}

export interface State {
  draft: Draft;
  history: History;
  saving: Saving;
  /** What cannot be saved, by field: the value that was refused, and why, by location ("light.accent", "" for the field). */
  held: Partial<Record<FieldName, { value: unknown; problems: { at: string; message: string }[] }>>;
  conflict: Conflict | null;
  /** Text that is to become the data and is not yet; it must outlive a look at another part of the editor. */
  unfinished: Unfinished | null;
}

export interface Unfinished {
  text: string;
  /** The data when the text left it: other data means that it was changed in another way meanwhile. */
  over: unknown;
}

/** What the session needs of the world. */
export interface World {
  patch(body: Schemas["DraftFields"], etag: string): Promise<Tagged<App>>;
  read(): Promise<Tagged<App>>;
  /** The sample of a layout, which stands for no data of one's own. */
  sample(layout: string | null): unknown;
  /** Keeps what is not saved; null: everything is. */
  keep(value: Kept | null): void;
  /** The server has a new state, saved here or elsewhere. */
  onServer(app: Tagged<App>): void;
  /** Fields that somebody else changed were taken over. */
  onTaken(fields: FieldName[]): void;
  now(): number;
}

const pause = 500;

/**
 * One person's work on one draft: every change is kept, can be taken back, and is saved half a second after the last one.
 * What the server refuses is held back while the rest is saved; what somebody else saved first is merged, or asked about.
 */
export class DraftSession {
  private listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private base: Tagged<Draft>;
  private state: State;

  /** unfinished: what a former look at the page left. */
  constructor(
    app: Tagged<App>,
    private readonly world: World,
    unfinished: Unfinished | null = null,
  ) {
    this.base = tagged(app);
    this.state = {
      draft: this.base.data,
      history: emptyHistory,
      saving: { is: unfinished ? "held" : "saved" },
      held: {},
      conflict: null,
      unfinished,
    };
  }

  get = (): State => this.state;

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Changes fields. Changes with the same key that follow each other closely are taken back together. */
  edit(changes: Partial<Draft>, key = ""): void {
    const { draft, history } = this.state;
    this.change({ ...draft, ...changes }, record(history, draft, changes, key, this.world.now()));
  }

  /** Takes the last change back; answers the fields that it was about. */
  undo = (): FieldName[] => this.step(undo(this.state.history));

  /** The way back from the change that was made last, for as long as it is the last one. */
  wayBack(): { run(): void; until(gone: () => void): () => void } {
    const step = this.state.history.past.at(-1);
    const stands = () => step !== undefined && this.state.history.past.at(-1) === step;
    return {
      run: () => {
        if (stands()) this.undo();
      },
      until: (gone) => {
        const stop = this.subscribe(() => {
          if (stands()) return;
          stop();
          gone();
        });
        if (!stands()) gone();
        return stop;
      },
    };
  }

  redo = (): FieldName[] => this.step(redo(this.state.history));

  /** Notes text that is not the data yet, or with null that there is none. */
  leave(text: string | null): void {
    const { unfinished, draft, saving } = this.state;
    if (text === (unfinished?.text ?? null)) return;
    this.set({ unfinished: text === null ? null : { text, over: unfinished ? unfinished.over : draft.mockData } });
    if (saving.is === "saved" || saving.is === "held") this.set({ saving: this.resting() });
  }

  /** Whether the data was changed in another way since there is unfinished text. */
  overtaken(): boolean {
    const { unfinished, draft } = this.state;
    return unfinished !== null && !equal(unfinished.over, draft.mockData);
  }

  /** Goes on with what was kept when the page was left, as if the page had been there all the time. */
  restore({ base, draft }: Kept): boolean {
    const server = this.base;
    const merged = merge(fieldNames, base.data, draft, server.data);
    const changes = Object.fromEntries(
      differing(server.data, merged.draft).map((field) => [field, merged.draft[field]]),
    );
    if (!Object.keys(changes).length) return false;
    this.base = base;
    this.set({ draft, history: record(this.state.history, server.data, changes, "", this.world.now()) });
    this.rebase(server, true);
    return true;
  }

  /** Takes in what the server has: from another tab or another person, or, which needs no word, from a publish of one's own. */
  adopt(app: Tagged<App>, own = false): void {
    const news = revision(app.etag) > revision(this.base.etag) && !this.running && !this.state.conflict;
    if (news || own) this.world.onServer(app);
    if (news) this.rebase(tagged(app), own);
  }

  /** Settles a conflict: for each field that both changed, whose value stays. The other one can be had back by undo. */
  settle(choice: Partial<Record<FieldName, "mine" | "theirs">>): void {
    const { conflict, draft, history } = this.state;
    if (!conflict) return;
    const theirs = conflict.theirs.data;
    const changes = Object.fromEntries(
      conflict.conflicts.filter((field) => choice[field] === "theirs").map((field) => [field, theirs[field]]),
    );
    this.base = conflict.theirs;
    const next = { ...draft, ...changes };
    this.set({ conflict: null, saving: { is: "waiting" } });
    this.change(next, Object.keys(changes).length ? record(history, draft, changes, "", this.world.now()) : history);
    void this.flush();
  }

  /** Saves what is not saved, now. Answers whether the server has everything. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer);
    for (let i = 0; i < 10 && !this.state.conflict; i++) {
      if (!this.running && !this.pending().length) break;
      await this.run();
      if (this.state.saving.is === "failed" || this.state.saving.is === "offline") break;
    }
    return equal(this.state.draft, this.base.data);
  }

  private step(next: ReturnType<typeof undo>): FieldName[] {
    if (!next) return [];
    this.change({ ...this.state.draft, ...next.changes }, next.history);
    return Object.keys(next.changes) as FieldName[];
  }

  private change(draft: Draft, history: History): void {
    const same = equal(draft, this.base.data);
    const held: State["held"] = Object.fromEntries(
      Object.entries(this.state.held).filter(([field, h]) => equal(h.value, draft[field as FieldName])),
    );
    for (const field of differing(draft, this.base.data)) {
      const problems = held[field] ? [] : faultsOf(field, draft[field]);
      if (problems.length) held[field] = { value: draft[field], problems };
    }
    this.set({ draft, history, held });
    this.world.keep(same ? null : { base: this.base, draft });
    if (this.state.conflict) return;
    if (!this.running && !this.pending().length) return this.set({ saving: this.resting() });
    if (!this.running && this.state.saving.is !== "offline") this.set({ saving: { is: "waiting" } });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), pause);
  }

  private pending(): FieldName[] {
    const { draft, held } = this.state;
    return differing(draft, this.base.data).filter((field) => !held[field]);
  }

  private resting = (): Saving => ({
    is: Object.keys(this.state.held).length || this.state.unfinished ? "held" : "saved",
  });

  private run(): Promise<void> {
    this.running ??= this.send().finally(() => {
      this.running = undefined;
      // What was being saved may turn out to be what the server has already.
      if (this.state.saving.is === "saving" && !this.pending().length) this.set({ saving: this.resting() });
    });
    return this.running;
  }

  private async send(): Promise<void> {
    const fields = this.pending();
    const sent = this.state.draft;
    this.set({ saving: { is: "saving" } });
    try {
      const saved = await this.world.patch(
        changesOf(sent, fields, this.world.sample(sent.layoutTemplate)),
        this.base.etag,
      );
      this.saved(saved, sent, fields);
    } catch (failure) {
      await this.failed(failure, fields, sent);
    }
  }

  private saved(app: Tagged<App>, sent: Draft, fields: readonly FieldName[]): void {
    this.base = tagged(app);
    const server = this.base.data;
    const draft = { ...this.state.draft };
    // What has not been changed since it was sent is now what the server made of it.
    for (const field of fields) if (equal(draft[field], sent[field])) Object.assign(draft, { [field]: server[field] });
    this.set({ draft });
    const more = this.pending().length > 0;
    this.set({ saving: more ? { is: "waiting" } : this.resting() });
    this.world.keep(equal(draft, server) ? null : { base: this.base, draft });
    this.world.onServer(app);
  }

  private async failed(failure: unknown, fields: readonly FieldName[], sent: Draft): Promise<void> {
    if (failure instanceof Unreachable) return this.set({ saving: { is: "offline" } });
    if (isProblem(failure, "PRECONDITION_FAILED")) {
      try {
        const theirs = await this.world.read();
        this.world.onServer(theirs);
        return this.rebase(tagged(theirs));
      } catch (cause) {
        return this.set({
          saving: cause instanceof Unreachable ? { is: "offline" } : { is: "failed", failure: cause },
        });
      }
    }
    const held = { ...this.state.held };
    const hold = (field: FieldName | undefined, at: string, message: string) => {
      if (field && fields.includes(field))
        held[field] = {
          value: sent[field],
          problems: [...(held[field]?.problems ?? []), { at, message: asSentence(message) }],
        };
    };
    if (isProblem(failure, "SLUG_TAKEN")) hold("mcpSlug", "", slugTaken);
    else if (isProblem(failure, "INVALID_CONFIG"))
      for (const { location, message } of failure.fields) hold(fieldOf(location), below(location), message);
    if (Object.keys(held).length === Object.keys(this.state.held).length)
      return this.set({ saving: { is: "failed", failure } });
    this.set({ held });
    this.set({ saving: this.pending().length ? { is: "waiting" } : this.resting() });
  }

  /** Brings the draft together with what the server has now; quietly: without a word about what was taken over. */
  private rebase(theirs: Tagged<Draft>, quietly = false): void {
    const merged = merge(fieldNames, this.base.data, this.state.draft, theirs.data);
    if (merged.conflicts.length)
      return this.set({ draft: merged.draft, conflict: { ...merged, theirs }, saving: { is: "conflict" } });
    this.base = theirs;
    if (merged.taken.length && !quietly) this.world.onTaken(merged.taken);
    this.change(merged.draft, this.state.history);
  }

  private set(changes: Partial<State>): void {
    this.state = { ...this.state, ...changes };
    for (const listener of [...this.listeners]) listener();
  }
}

/** What follows the field in a location: "body.themeVariables.light.accent" → "light.accent". */
const below = (location: string) => location.replace(/^body\./, "").replace(/^\w+\.?/, "");

const tagged = ({ etag, data }: Tagged<App>): Tagged<Draft> => ({ etag, data: draftOf(data) });

const revision = (etag: string) => Number(etag.replace(/\D/g, "")) || 0;
