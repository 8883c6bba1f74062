import type { Column } from "~/api/tables";
import { ApiProblem, asSentence, sentence } from "~/api/problem";
import type { Line, Values } from "./line";

/** The required columns in which a new row has nothing yet. */
export const wanting = (values: Values, columns: readonly Column[]): Column[] =>
  columns.filter(({ required, name }) => required && (values[name] === undefined || values[name] === null));

/** Whether a row can be sent: it is there already, or new with something in it and nothing lacking. */
export const complete = (line: Line | undefined, columns: readonly Column[]): boolean =>
  line !== undefined &&
  (line.id !== "" || (Object.keys(line.values).length > 0 && !wanting(line.values, columns).length));

/**
 * Why the server refused cells, by name of column: "body.values.price" and "body.rows[0].values.price" are about price.
 * What it says of none of them stands at all.
 */
export function faultsOf(failure: unknown, names: readonly string[]): [name: string, message: string][] {
  const located =
    failure instanceof ApiProblem
      ? failure.fields.flatMap(({ location, message }): [string, string][] => {
          const name = names.find(
            (n) => location.endsWith(`.${n}`) || location.includes(`.${n}[`) || location.includes(`.${n}.`),
          );
          return name ? [[name, asSentence(message)]] : [];
        })
      : [];
  return located.length ? located : names.map((name) => [name, sentence(failure)]);
}
