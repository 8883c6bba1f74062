import type { RenderCheckboxProps } from "react-data-grid";

/** A box to tick that is as large as its cell to hit. */
export function Tick({ onChange, indeterminate, ...props }: RenderCheckboxProps) {
  return (
    <label className="grid place-items-center size-9 pointer-coarse:size-11 shrink-0">
      <input
        {...props}
        type="checkbox"
        ref={(node) => {
          if (node) node.indeterminate = indeterminate === true;
        }}
        className="size-4 accent-(--accent)"
        onChange={(e) => onChange(e.target.checked, (e.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}
