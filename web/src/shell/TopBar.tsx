import { Link } from "@tanstack/react-router";
import clsx from "clsx";
import { Search } from "lucide-react";
import { Button } from "~/ui/Button";
import { Kbd } from "~/ui/Kbd";
import { Mark } from "~/ui/Mark";
import { lazy } from "react";
import { AccountButton } from "./AccountButton";
import { MenuOnDemand } from "./MenuOnDemand";
import { paletteOpen } from "./palette/commands";
import { WorkspaceButton } from "./WorkspaceButton";

const loadAccount = () => import("./AccountMenu");
const loadWorkspaces = () => import("./WorkspaceMenu");
const AccountMenu = lazy(loadAccount);
const WorkspaceMenu = lazy(loadWorkspaces);

const navClass = clsx(
  "target inline-flex items-center px-3 rounded-control text-sm font-medium no-underline text-muted",
  "hover:text-text hover:bg-hover aria-[current=page]:text-text aria-[current=page]:bg-hover",
);

/** Where one is, where one can go, and who one is. */
export function TopBar() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground">
      <div className="mx-auto max-w-[90rem] px-3 sm:px-6 h-14 flex items-center gap-1 sm:gap-2">
        <Link
          to="/apps"
          activeOptions={{ exact: true }}
          aria-label="Berth, all apps"
          className="target inline-flex items-center gap-2 px-1 rounded-control text-text no-underline"
        >
          <Mark size={28} />
          <span className="font-semibold tracking-tight text-lg max-md:hidden">Berth</span>
        </Link>
        <span aria-hidden="true" className="text-line text-xl font-light max-sm:hidden">
          /
        </span>
        <MenuOnDemand
          load={loadWorkspaces}
          button={(props) => <WorkspaceButton {...props} />}
          menu={<WorkspaceMenu />}
        />
        <nav aria-label="Main" className="flex gap-1 max-sm:hidden sm:ml-2">
          <Link to="/apps" className={navClass}>
            Apps
          </Link>
          <Link to="/settings" className={navClass}>
            Settings
          </Link>
        </nav>
        <div className="flex-1" />
        <Button
          look="plain"
          onClick={() => paletteOpen.set(true)}
          aria-label="Search and commands"
          aria-keyshortcuts="Control+K Meta+K"
          icon={<Search size={16} aria-hidden="true" />}
          className={clsx(
            "text-muted font-normal max-md:aspect-square max-md:px-0 max-md:border-0 max-md:bg-transparent max-md:shadow-none",
          )}
        >
          <span className="max-md:hidden">Search</span>
          <span className="max-md:hidden" aria-hidden="true">
            <Kbd keys={["Mod", "K"]} />
          </span>
        </Button>
        <MenuOnDemand load={loadAccount} button={(props) => <AccountButton {...props} />} menu={<AccountMenu />} />
      </div>
    </header>
  );
}
