import { Link } from "@tanstack/react-router";
import { BookOpen, LifeBuoy, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import { useMe } from "~/api/me";
import { useStore } from "~/api/store";
import { Menu, MenuItem, MenuLink, MenuRadio, MenuSeparator } from "~/ui/Menu";
import { AccountButton } from "./AccountButton";
import { theme, themes, type Theme } from "./theme";
import { useSignOut } from "./useSignOut";

const icons = {
  system: <Monitor size={16} aria-hidden="true" />,
  light: <Sun size={16} aria-hidden="true" />,
  dark: <Moon size={16} aria-hidden="true" />,
};

/** The menu about the person; open when it appears. */
export default function AccountMenu() {
  const { user } = useMe();
  const chosen = useStore(theme);
  const signOut = useSignOut();
  return (
    <Menu open trigger={<AccountButton />}>
      <div className="px-2.5 pt-1 pb-2 text-sm min-w-0">
        <p className="font-medium truncate">{user.name}</p>
        <p className="text-muted truncate">{user.email}</p>
      </div>
      <MenuSeparator />
      <MenuLink icon={<Settings size={16} aria-hidden="true" />} link={<Link to="/settings" />}>
        Settings
      </MenuLink>
      <MenuLink
        icon={<LifeBuoy size={16} aria-hidden="true" />}
        // eslint-disable-next-line jsx-a11y/anchor-has-content -- MenuLink puts its children into it
        link={<a href="/docs" target="_blank" rel="noreferrer" />}
      >
        Guides
      </MenuLink>
      <MenuLink
        icon={<BookOpen size={16} aria-hidden="true" />}
        // eslint-disable-next-line jsx-a11y/anchor-has-content -- MenuLink puts its children into it
        link={<a href="/api/docs" target="_blank" rel="noreferrer" />}
      >
        API documentation
      </MenuLink>
      <MenuSeparator />
      <MenuRadio
        label="Theme"
        value={chosen}
        onChange={(next) => theme.set(next as Theme)}
        options={themes.map((t) => ({ ...t, icon: icons[t.value] }))}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} aria-hidden="true" />} onSelect={() => void signOut()}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
