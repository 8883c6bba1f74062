import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { ApiProblem } from "~/api/problem";
import type { Table } from "~/api/tables";
import ImportSheet from "./ImportSheet";

const calls = vi.hoisted(() => ({ change: vi.fn(), import: vi.fn() }));
vi.mock("~/api/tables", async (original) => ({
  ...(await original<typeof import("~/api/tables")>()),
  tableCalls: () => calls,
}));

const followed = vi.hoisted(() => vi.fn());
vi.mock("../columns/followed", () => ({ followed }));

const people: Table = {
  name: "people",
  title: "People",
  columns: [
    { name: "name", type: "text" },
    { name: "department", title: "Department", type: "enum", values: ["Department A"] },
  ],
  ownedRows: false,
  rows: 0,
  createdAt: "",
  updatedAt: "",
};
const grown = [people.columns[0], { ...people.columns[1], values: ["Department A", "HR", "Sales"] }];
const refusal = new ApiProblem(422, "INVALID_CONFIG", "The file has 1 problem. Nothing was imported.", [], "", 0, [
  { row: 1, column: "department", message: "must be one of Department A" },
]);

beforeEach(() => {
  calls.change.mockReset().mockResolvedValue({ ...people, columns: grown });
  calls.import.mockReset().mockResolvedValue({ created: 2, changed: 0, removed: 0, problems: [] });
});

async function show() {
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportSheet id="a" tables={[people]} into={people} onDone={vi.fn()} onClose={onClose} />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(document.activeElement).not.toBe(document.body)); // the dialog has taken it
  fireEvent.change(screen.getByLabelText("Data"), { target: { value: "Name,Department\nAnn,HR\nBo,Sales\nCy,HR" } });
  return onClose;
}

const go = () => fireEvent.click(screen.getByRole("button", { name: "Import" }));

test("choices that a column has not are added first, when its author says so", async () => {
  const onClose = await show();
  fireEvent.click(screen.getByRole("switch", { name: "Add 2 new choices to Department" }));
  go();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.change.mock.calls).toEqual([[{ columns: grown }]]);
  expect(calls.import).toHaveBeenCalledOnce();
  expect(followed.mock.calls.map((call: unknown[]) => call[3])).toEqual([grown]);
});

test("a refusal has the focus and stands first, and takes the new choices away again", async () => {
  calls.import.mockRejectedValue(refusal);
  await show();
  fireEvent.click(screen.getByRole("switch", { name: "Add 2 new choices to Department" }));
  go();
  const alert = await screen.findByRole("alert");
  await waitFor(() => expect(document.activeElement).toBe(alert.parentElement));
  expect(alert.compareDocumentPosition(screen.getByLabelText("Data")) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await waitFor(() => expect(calls.change.mock.calls).toEqual([[{ columns: grown }], [{ columns: people.columns }]]));
});

test("nothing is added that nobody asked for", async () => {
  const onClose = await show();
  go();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls.change).not.toHaveBeenCalled();
});

test("nothing is taken away where the rows may have come", async () => {
  calls.import.mockRejectedValue(new ApiProblem(500, "INTERNAL", "Something went wrong."));
  await show();
  fireEvent.click(screen.getByRole("switch", { name: "Add 2 new choices to Department" }));
  go();
  await screen.findByRole("alert");
  expect(calls.change.mock.calls).toEqual([[{ columns: grown }]]);
});

test("a table without a name is asked for one, and nothing is sent", async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ImportSheet id="a" tables={[]} onDone={vi.fn()} onClose={vi.fn()} />
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText("Data"), { target: { value: "Name,Price\nRye,3.20" } });
  fireEvent.click(screen.getByRole("button", { name: "Make the table" }));
  const name = screen.getByLabelText("Name of the table");
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(calls.import).not.toHaveBeenCalled();
});

test("of an empty file it is said that it is empty", async () => {
  await show();
  const file = new File(["\n"], "prices.csv");
  fireEvent.change(screen.getByLabelText("A file with data"), { target: { files: [file] } });
  expect((await screen.findByRole("alert")).textContent).toBe("prices.csv is empty.");
});
