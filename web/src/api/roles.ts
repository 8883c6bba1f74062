import type { Role } from "./me";

/** What a member may do, the strongest first, as it is said to people. */
export const roles: readonly { value: Role; label: string; may: string }[] = [
  { value: "owner", label: "Owner", may: "manages members, keys and the workspace" },
  { value: "editor", label: "Editor", may: "makes, changes and publishes apps" },
  { value: "viewer", label: "Viewer", may: "sees everything, changes nothing" },
];

export const roleLabel = (role: Role): string => roles.find(({ value }) => value === role)?.label ?? role;

/** The roles that somebody with this one can give to a key of theirs. */
export const rolesUpTo = (role: Role) => roles.slice(roles.findIndex(({ value }) => value === role));

/** For a Select. */
export const roleOptions = (of = roles) => of.map(({ value, label, may }) => ({ value, label: `${label}: ${may}` }));
