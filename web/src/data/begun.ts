import { useStore } from "~/api/store";
import { useTyped } from "./typed";

/** What was chosen and typed and is not saved, by field, each with what was stored when it was begun. */
export type Begun<C> = { [F in keyof C]?: { now: C[F]; from: C[F] } };

type Name<C> = keyof C & string;

/**
 * What becomes of a form that somebody else may save, too, while it is filled in. same says whether two texts of a field say the same; fits, whether
 * one that was kept may stand in a field.
 */
export function begun<C extends Record<Name<C>, string>>(
  fields: readonly Name<C>[],
  same: (a: string, b: string) => boolean,
  fits: (field: Name<C>, text: string) => boolean = () => true,
) {
  /** Nothing typed. */
  const nothing: Begun<C> = {};

  /** Whether what this browser kept was typed here. */
  const isTyped = (value: unknown): value is Begun<C> =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(value).every(([field, typed]: [string, { now?: unknown; from?: unknown } | null]) => {
      const known = fields.find((name) => name === field);
      return known && [typed?.now, typed?.from].every((text) => typeof text === "string" && fits(known, text));
    });

  /** What is typed without some fields. */
  const without = (typed: Begun<C>, gone: readonly Name<C>[]): Begun<C> => {
    const rest = Object.fromEntries(
      Object.entries(typed).filter(([field]) => !gone.includes(field as Name<C>)),
    ) as Begun<C>;
    return Object.keys(rest).length ? rest : nothing;
  };

  /** What is typed with one field more; one that says what is stored is forgotten. */
  const put = <F extends Name<C>>(typed: Begun<C>, field: F, now: C[F], stored: C): Begun<C> =>
    now === stored[field]
      ? without(typed, [field])
      : { ...typed, [field]: { now, from: typed[field]?.from ?? stored[field] } };

  /** What is typed, as if it had been begun from what is stored now. */
  const begunFrom = (typed: Begun<C>, stored: C): Begun<C> =>
    fields.reduce<Begun<C>>((all, field) => (typed[field] ? put(all, field, typed[field].now, stored) : all), nothing);

  /** The fields that say something else than what is stored, and those of them in which that was changed meanwhile. */
  const own = (typed: Begun<C>, stored: C): { changed: Name<C>[]; clashing: Name<C>[] } => {
    const changed = fields.filter((field) => typed[field] && !same(typed[field].now, stored[field]));
    return { changed, clashing: changed.filter((field) => !same(typed[field]?.from ?? "", stored[field])) };
  };

  return { fields, same, nothing, isTyped, without, put, begunFrom, own };
}

/** What a person has typed into a form over what is stored. Who may not write has typed nothing. */
export function useBegun<C extends Record<Name<C>, string>>(
  name: string,
  form: ReturnType<typeof begun<C>>,
  stored: C,
  readOnly: boolean,
) {
  const store = useTyped(name, form.nothing, form.isTyped);
  const kept = useStore(store);
  const typed = readOnly ? form.nothing : kept;
  return {
    store,
    typed,
    ...form.own(typed, stored),
    type: <F extends Name<C>>(field: F, now: C[F]) => store.set(form.put(store.get(), field, now, stored)),
    /** Goes on from what is stored now, though it is another than at the beginning. */
    keep: () => store.set(form.begunFrom(store.get(), stored)),
    /** Forgets what has been saved, and goes on with what was typed meanwhile. */
    saved: (sent: C, now: C) => {
      const left = store.get();
      const done = form.fields.filter((field) => left[field] && form.same(left[field].now, sent[field]));
      store.set(form.begunFrom(form.without(left, done), now));
    },
  };
}
