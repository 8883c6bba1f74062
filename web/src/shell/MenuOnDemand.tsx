import { Suspense, useState, type ReactElement, type ReactNode } from "react";

/**
 * A button whose menu is loaded when it is first wanted, so that the shell stays light. button gets what it has to carry;
 * menu is rendered, open, in its place once it has been pressed.
 */
export function MenuOnDemand({
  button,
  menu,
  load,
}: {
  button: (props: {
    onClick(): void;
    onPointerEnter(): void;
    onFocus(): void;
    "aria-haspopup": "menu";
    "aria-expanded": false;
  }) => ReactElement;
  menu: ReactNode;
  load: () => Promise<unknown>;
}) {
  const [wanted, setWanted] = useState(false);
  const ahead = () => void load().catch(() => undefined);
  const closed = button({
    onClick: () => setWanted(true),
    onPointerEnter: ahead,
    onFocus: ahead,
    "aria-haspopup": "menu",
    "aria-expanded": false,
  });
  return wanted ? <Suspense fallback={closed}>{menu}</Suspense> : closed;
}
