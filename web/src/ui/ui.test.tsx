import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ApiProblem } from "~/api/problem";
import { Button, ConfirmDialog, DataTable, Dialog, ErrorState, Form, Select, TextField, toast } from ".";
import Toasts from "./Toast";

test("a field's label, hint and error belong to it, and what was typed stays", () => {
  function Form() {
    const [error, setError] = useState("");
    return (
      <>
        <TextField label="Name" hint="What people see." error={error} defaultValue="" />
        <button type="button" onClick={() => setError("Must not be empty.")}>
          Check
        </button>
      </>
    );
  }
  render(<Form />);
  const field = screen.getByLabelText("Name");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  fireEvent.change(field, { target: { value: "x" } });
  fireEvent.click(screen.getByText("Check"));
  expect(field.getAttribute("aria-invalid")).toBe("true");
  const described = (field.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(["What people see.", "Must not be empty."]);
  expect((field as HTMLInputElement).value).toBe("x");
});

test("a dialog begins at its first field, and its cross comes last", async () => {
  render(
    <Dialog open onClose={vi.fn()} title="New row" actions={<Button>Done</Button>}>
      <TextField label="Name" />
    </Dialog>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  expect([...document.querySelectorAll("[role=dialog] button")].at(-1)?.getAttribute("aria-label")).toBe("Close");
});

test("a form that is refused leads to the first field that is wrong", () => {
  const send = vi.fn();
  const form = (failure: unknown, error: string) => (
    <Form failure={failure} onSubmit={send}>
      <TextField label="Name" />
      <TextField label="Address" error={error} />
      <TextField label="Icon" error={error} />
      <Button type="submit">Save</Button>
    </Form>
  );
  const { rerender } = render(form(null, ""));
  screen.getByText("Save").focus();
  fireEvent.click(screen.getByText("Save"));
  expect(send).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByText("Save"));
  rerender(form(new Error("no"), "Must be an address."));
  expect(document.activeElement).toBe(screen.getByLabelText("Address"));
});

test("a select has a label and its options", () => {
  const change = vi.fn();
  render(
    <Select
      label="Role"
      value="viewer"
      onChange={(e) => change(e.target.value)}
      options={[
        { value: "viewer", label: "Viewer" },
        { value: "owner", label: "Owner" },
      ]}
    />,
  );
  fireEvent.change(screen.getByLabelText("Role"), { target: { value: "owner" } });
  expect(change).toHaveBeenCalledWith("owner");
});

test("a busy button takes no click, and submits nothing", () => {
  const click = vi.fn();
  const submit = vi.fn((e: React.FormEvent) => e.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy onClick={click}>
        Save
      </Button>
    </form>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(click).not.toHaveBeenCalled();
  expect(submit).not.toHaveBeenCalled();
});

test("a confirmation wants the name, shows a failure, and closes when it is done", async () => {
  const confirm = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new ApiProblem(403, "FORBIDDEN", "Only owners may do this."))
    .mockResolvedValueOnce();
  const close = vi.fn();
  render(
    <ConfirmDialog title="Delete Boats?" verb="Delete" typed="Boats" onClose={close} onConfirm={confirm}>
      It is gone then.
    </ConfirmDialog>,
  );
  const press = () => fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  press();
  expect(screen.getByText("This is not the name.")).toBeTruthy();
  expect(confirm).not.toHaveBeenCalled();
  fireEvent.change(screen.getByLabelText(/Type Boats to confirm/), { target: { value: "Boats" } });
  press();
  expect((await screen.findByRole("alert")).textContent).toContain("Only owners may do this.");
  expect(close).not.toHaveBeenCalled();
  press();
  await waitFor(() => expect(close).toHaveBeenCalled());
});

test("a confirmation takes a name as it can be typed", async () => {
  const confirm = vi.fn<() => Promise<void>>().mockResolvedValue();
  render(
    <ConfirmDialog title="Delete?" verb="Delete" typed="Anna’s Bäckerei" onClose={vi.fn()} onConfirm={confirm}>
      It is gone then.
    </ConfirmDialog>,
  );
  fireEvent.change(screen.getByLabelText(/to confirm/), { target: { value: "Anna's Bäckerei " } });
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(confirm).toHaveBeenCalled());
});

test("a confirmation begins at the name, and leaves the focus on the page when what asked for it is gone", async () => {
  const { rerender } = render(
    <main>
      <h1 tabIndex={-1}>Apps</h1>
      <button type="button">Delete</button>
    </main>,
  );
  screen.getByText("Delete").focus();
  rerender(
    <main>
      <h1 tabIndex={-1}>Apps</h1>
      <button type="button">Delete</button>
      <ConfirmDialog
        title="Delete Boats?"
        verb="Delete"
        typed="Boats"
        onClose={() => undefined}
        onConfirm={() => Promise.resolve()}
      >
        It is gone then.
      </ConfirmDialog>
    </main>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/Type Boats to confirm/)));
  rerender(
    <main>
      <h1 tabIndex={-1}>Apps</h1>
    </main>,
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Apps" })));
});

test("a failure names the request and can be tried again", () => {
  const retry = vi.fn();
  render(
    <ErrorState
      failure={new ApiProblem(500, "INTERNAL", "Something went wrong on our side.", [], "req-7")}
      onRetry={retry}
    />,
  );
  expect(screen.getByRole("alert").textContent).toContain("req-7");
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(retry).toHaveBeenCalledOnce();
});

test("the first column of a table heads its row; without rows it says so", () => {
  const columns = [
    { key: "name", title: "Name", cell: (row: { name: string }) => row.name },
    { key: "n", title: "Length", numeric: true, cell: (row: { name: string }) => row.name.length },
  ];
  const { rerender } = render(
    <DataTable label="Boats" columns={columns} rows={[{ name: "Tern" }]} id={(row) => row.name} />,
  );
  expect(screen.getByRole("rowheader").textContent).toBe("Tern");
  rerender(<DataTable label="Boats" columns={columns} rows={[]} id={(row) => row.name} empty={<p>No boats</p>} />);
  expect(screen.getByText("No boats")).toBeTruthy();
});

test("a toast takes the place of the last one with its key, and goes when there is no way back", async () => {
  render(<Toasts />);
  let end = () => undefined as void;
  const stop = vi.fn();
  toast({ key: "layout", title: "Layout: Table", undo: { run: () => undefined, until: () => stop } });
  expect(await screen.findByText("Layout: Table")).toBeTruthy();
  toast({
    key: "layout",
    title: "Layout: List",
    undo: {
      run: () => undefined,
      until: (gone) => {
        end = gone;
        return () => undefined;
      },
    },
  });
  expect(await screen.findByText("Layout: List")).toBeTruthy();
  expect(screen.queryByText("Layout: Table")).toBeNull();
  expect(stop).toHaveBeenCalledOnce();
  act(() => end());
  await waitFor(() => expect(screen.queryByText("Layout: List")).toBeNull());
});

test("what had the focus before a toast has it again when the toast goes, and the page when that is gone", async () => {
  const page = (undo: boolean) => (
    <>
      <main>
        <h1 tabIndex={-1}>Apps</h1>
        {undo && <button type="button">Delete</button>}
      </main>
      <Toasts />
    </>
  );
  const { rerender } = render(page(true));
  const leave = async (title: string) => {
    toast({ title });
    await screen.findByText(title);
    act(() => screen.getByRole("button", { name: "Close" }).focus());
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    await waitFor(() => expect(screen.queryByText(title)).toBeNull());
  };
  screen.getByText("Delete").focus();
  await leave("The row was deleted");
  expect(document.activeElement).toBe(screen.getByText("Delete"));
  rerender(page(false));
  await leave("The other row was deleted");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Apps" })));
});
