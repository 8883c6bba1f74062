import { isProblem, sentence } from "~/api/problem";
import type { TableCalls } from "~/api/tables";
import { toast } from "~/ui";

/** Takes the last import back, and says which rows were left, since they were changed after it. */
export const undoImport = (calls: TableCalls, onDone: () => void) =>
  calls.undo().then(
    ({ problems }) => {
      const left = problems?.length ?? 0;
      const rows =
        left === 1
          ? "1 row was changed after it and stays"
          : `${left.toLocaleString("en")} rows were changed after it and stay`;
      toast({
        title: "The last import was taken back",
        ...(left && { text: `${rows} as ${left === 1 ? "it is" : "they are"}.` }),
      });
      onDone();
    },
    (failure: unknown) =>
      toast({
        tone: "bad",
        title: isProblem(failure, "CONFLICT") ? "The import cannot be taken back" : "It could not be taken back",
        text: sentence(failure),
      }),
  );
