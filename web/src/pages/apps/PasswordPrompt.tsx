import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMe } from "~/api/me";
import { Button, buttonClass, Notice } from "~/ui";

const put = "berth.password.later";

/** Asks somebody who came by the first sign-in link for a password, once in each visit: the link works only once. */
export function PasswordPrompt() {
  const { hasPassword } = useMe();
  const [later, setLater] = useState(() => sessionStorage.getItem(put) !== null);
  if (hasPassword || later) return null;
  const dismiss = () => {
    sessionStorage.setItem(put, "");
    setLater(true);
  };
  return (
    <div className="mb-5">
      <Notice
        tone="warn"
        action={
          <span className="flex flex-wrap gap-2">
            <Link to="/settings" hash="password" className={buttonClass("primary", "small")}>
              Set a password
            </Link>
            <Button size="small" look="quiet" onClick={dismiss}>
              Not now
            </Button>
          </span>
        }
      >
        You have no password yet, and the link that signed you in works only once. Set one to be able to come back.
      </Notice>
    </div>
  );
}
