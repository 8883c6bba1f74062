import { Menu as Base } from "@base-ui/react/menu";
import clsx from "clsx";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

const item =
  "target flex items-center gap-2.5 px-2.5 py-1 rounded-md text-sm cursor-default select-none outline-none data-[highlighted]:bg-hover data-[disabled]:text-muted";

interface MenuProps {
  trigger: ReactElement;
  children: ReactNode;
  align?: "start" | "end";
  /** Open from the beginning. */
  open?: boolean;
}

/** A list of actions behind a button. trigger is that button. */
export function Menu({ trigger, children, align = "end", open = false }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={open}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} align={align} className="z-50">
          <Base.Popup
            className={clsx(
              "min-w-48 max-w-[min(22rem,calc(100vw-1.5rem))] max-h-(--available-height) overflow-y-auto",
              "rounded-card border border-line bg-raised p-1.5 shadow-high origin-(--transform-origin) transition",
              "data-[starting-style]:opacity-0 data-[starting-style]:scale-97 data-[ending-style]:opacity-0",
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface ItemProps {
  icon?: ReactNode;
  children: ReactNode;
  onSelect(): void;
  danger?: boolean;
  disabled?: boolean;
}

export function MenuItem({ icon, children, onSelect, danger = false, disabled = false }: ItemProps) {
  return (
    <Base.Item className={clsx(item, danger && !disabled && "text-bad")} onClick={onSelect} disabled={disabled}>
      {icon}
      <span className="flex-1 min-w-0">{children}</span>
    </Base.Item>
  );
}

/** An item that is a link; link is an <a> or a <Link> without content. */
export function MenuLink({ icon, children, link }: { icon?: ReactNode; children: ReactNode; link: ReactElement }) {
  return (
    <Base.LinkItem className={clsx(item, "text-text no-underline")} closeOnClick render={link}>
      {icon}
      <span className="flex-1 min-w-0">{children}</span>
    </Base.LinkItem>
  );
}

interface RadioProps {
  label: string;
  value: string;
  onChange(value: string): void;
  options: readonly { value: string; label: ReactNode; icon?: ReactNode }[];
}

/** A choice of one within a menu. */
export function MenuRadio({ label, value, onChange, options }: RadioProps) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2.5 pt-1.5 pb-1 text-xs font-medium text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next) => onChange(String(next))}>
        {options.map((o) => (
          <Base.RadioItem key={o.value} value={o.value} closeOnClick className={item}>
            {o.icon}
            <span className="flex-1 min-w-0">{o.label}</span>
            <Base.RadioItemIndicator>
              <Check size={16} className="text-accent" aria-hidden="true" />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export const MenuSeparator = () => <Base.Separator className="my-1.5 h-px bg-line" />;
