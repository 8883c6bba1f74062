import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ColumnDialog } from "./ColumnDialog";

test("what is missing has the focus when the form is sent, and takes it at no other time", () => {
  const change = vi.fn();
  render(
    <ColumnDialog
      id="a"
      table={{ name: "breads", columns: [] } as never}
      column={null}
      onChange={change}
      onClose={vi.fn()}
    />,
  );
  fireEvent.click(screen.getByText("Add the column"));
  const name = screen.getByLabelText("Name");
  expect(document.activeElement).toBe(name);
  fireEvent.change(name, { target: { value: "Kind" } });
  const holds = screen.getByLabelText("Holds");
  act(() => holds.focus());
  fireEvent.change(holds, { target: { value: "enum" } });
  expect(document.activeElement).toBe(holds);
  fireEvent.click(screen.getByText("Add the column"));
  expect(document.activeElement?.getAttribute("aria-invalid")).toBe("true");
  expect(change).not.toHaveBeenCalled();
});
