import { useEffect, useRef, type ComponentProps } from "react";

interface Props extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate" | "ref"> {
  /** What came of sending it, or what kept it from being sent; nothing while all is well. */
  failure: unknown;
  onSubmit(): void;
}

/** A form that the page sends. When it is refused, the first field that is wrong has the focus, and so says what would be right. */
export function Form({ failure, onSubmit, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [failure]);
  return (
    <form
      {...rest}
      ref={form}
      noValidate
      onSubmit={(e) => {
        e.preventDefault();
        onSubmit();
      }}
    />
  );
}
