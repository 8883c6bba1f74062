import { act, renderHook } from "@testing-library/react";
import type { CellKeyboardEvent, CellKeyDownArgs, CellMouseArgs, CellMouseEvent } from "react-data-grid";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Column } from "~/api/tables";
import { Double } from "../rows/double";
import { RowsSession } from "../rows/session";
import type { GridActions } from "./actions";
import type { Item } from "./items";
import { pause } from "./typing";
import { useAhead, withChosen } from "./useAhead";
import { useGridKeys } from "./useGridKeys";

const status: Column = { name: "status", type: "enum", values: ["Cancelled", "Confirmed"] };
const columns = [status];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The keys of a grid of bookings, in its first cell. */
async function cell() {
  const world = new Double(2);
  const session = new RowsSession(world, columns);
  await session.want(1);
  const grid = { current: null };
  const opened = { current: "asked" as const };
  const { result, unmount } = renderHook(() => {
    const ahead = useAhead(session);
    const items: readonly Item[] = session.get().lines;
    const rest = { selection: null, setSelection: vi.fn(), readOnly: false, actions: {} as GridActions };
    const keys = useGridKeys({ session, items, columns, ahead, grid, opened, ...rest });
    return { ahead, keys, shown: withChosen(items, ahead.chosen)[0]?.values["status"] };
  });
  const at = (key: string) => {
    const event = { key, timeStamp: Date.now(), preventDefault: vi.fn(), preventGridDefault: vi.fn() };
    const args = { mode: "SELECT", row: session.get().lines[0], rowIdx: 0, column: { key: "status", idx: 1 } };
    act(() =>
      result.current.keys.onCellKeyDown(
        args as unknown as CellKeyDownArgs<Item>,
        event as unknown as CellKeyboardEvent,
      ),
    );
    return event;
  };
  const stored = async () => {
    await act(() => session.flush());
    return world.calls.filter((call) => call.startsWith("patch"));
  };
  return { result, unmount, session, stored, type: (...keys: string[]) => keys.map(at) };
}

const confirmed = ['patch r0 {"status":"Confirmed"}'];

test("no choice is stored on the way to another one", async () => {
  const { type, stored, session, result } = await cell();
  type("c");
  expect(result.current.shown).toBe("Cancelled");
  type("o");
  expect(result.current.shown).toBe("Confirmed");
  expect(await stored()).toEqual([]);
  act(() => void vi.advanceTimersByTime(pause));
  expect(await stored()).toEqual(confirmed);
  expect(session.get().steps.past).toHaveLength(1);
});

test.each(["Enter", "Tab", "ArrowDown", "ArrowRight"])("%s stores what is typed", async (key) => {
  const { type, stored } = await cell();
  type("c", "Shift", "O", key);
  expect(await stored()).toEqual(confirmed);
});

test("a cell that is left otherwise stores what is typed, too", async () => {
  const one = await cell();
  one.type("c", "o");
  act(() =>
    one.result.current.keys.onCellMouseDown(
      { rowIdx: 1, column: { key: "status" } } as CellMouseArgs<Item>,
      {} as CellMouseEvent,
    ),
  );
  expect(await one.stored()).toEqual(confirmed);
  const blurred = await cell();
  blurred.type("c", "o");
  act(() => blurred.result.current.keys.onBlur());
  expect(await blurred.stored()).toEqual(confirmed);
  const other = await cell();
  other.type("c", "o");
  other.unmount();
  expect(await other.stored()).toEqual(confirmed);
});

test("Escape takes back what is typed, and Delete empties the cell without storing it", async () => {
  const { type, stored, result } = await cell();
  type("c", "Escape");
  expect(result.current.shown).toBeUndefined();
  type("c", "Delete");
  act(() => void vi.advanceTimersByTime(pause));
  expect(await stored()).toEqual([]);
});

test("letters after the pause begin another word; those that begin no choice open the list", async () => {
  const { type, stored } = await cell();
  type("c", "o");
  act(() => void vi.advanceTimersByTime(pause));
  type("c", "Enter");
  expect(await stored()).toEqual([...confirmed, 'patch r0 {"status":"Cancelled"}']);
  const [open] = type("x");
  expect(open?.preventGridDefault).not.toHaveBeenCalled();
});
